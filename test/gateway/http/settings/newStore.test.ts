import { expect } from "chai";
import { startSandboxApp, type SandboxApp } from "../../../support/sandboxApp.ts";
import { hiddenFields, signedInAt, type Visitor } from "../ownerPages.ts";

const PATH = "/owner/stores/new";

describe("the form that makes a store", function () {
  this.timeout(180_000);
  let shop: SandboxApp;
  let owner: Visitor;
  let good: Readonly<Record<string, string>>;
  before(async () => {
    shop = await startSandboxApp();
    owner = await signedInAt(shop.app.gateway, shop.url);
    const { settlement, refunds } = (await shop.app.gateway.persistence.stores.load(shop.storeId))!.settings;
    good = {
      ...{ name: "Tea <house>", "price-currency": "EUR", zone: "Europe/Berlin" },
      coin: `${settlement.chainId}:${settlement.currency}`,
      recipient: settlement.recipient,
      "refund 8253038": refunds["8253038"] ?? "",
    };
  });
  after(() => shop.close());
  const stores = () => shop.app.gateway.persistence.stores.list();

  it("makes one store, however often it is sent, of which the person is the owner", async () => {
    const { formToken = "", storeId = "" } = hiddenFields((await owner.get(PATH)).text);
    for (let time = 0; time < 2; time++) {
      const { status, headers } = await owner.send(PATH, { ...good, formToken, storeId });
      expect([status, headers["location"]]).to.deep.equal([303, `/owner?store=${storeId}&done=storeMade`]);
      const overview = (await owner.get(headers["location"] ?? "")).text;
      expect(overview).to.include("Store made.").and.to.include('href="/owner/stores/new"');
    }
    expect(await stores()).to.have.length(2);
    const made = (await stores()).find(({ id }) => id === storeId);
    expect(made?.name).to.equal("Tea <house>");
    expect(made?.settings).to.deep.include({ defaultCurrency: "EUR" });
    expect(made?.settings.settlement).to.include({
      symbol: "USDC",
      decimals: 6,
      recipient: good["recipient"],
    });
    expect(await shop.app.gateway.persistence.members.ofStore(storeId)).to.have.length(1);
  });

  it("has no coin chosen but in the sandbox, where it has the coin and the refund addresses of the first store, and no settlement address", async () => {
    const filled = (await owner.get(PATH)).text;
    expect(filled).to.include("The refund addresses below are those of").and.include(good["refund 8253038"]);
    expect(filled.toLowerCase()).not.to.match(new RegExp(`id="f-recipient"[^>]*value="${good["recipient"]?.toLowerCase()}`));
    expect(filled).to.match(/<option value="">Choose the coin and chain<.*<option value="[^"]+" selected>USDC/s);
    const { settings } = shop.app.gateway;
    Object.assign(settings, { sandbox: false });
    const { text } = await owner.get(PATH);
    Object.assign(settings, { sandbox: true });
    const [coins = ""] = /<select id="f-coin".*?<\/select>/s.exec(text) ?? [];
    expect(coins).to.include('<option value="" selected>Choose the coin and chain').and.not.to.match(/value="\d[^"]*" selected/);
    await owner.get(PATH);
    const sent = await owner.send(PATH, { ...good, coin: "" });
    expect([sent.status, sent.text.includes('id="f-coin-problem"')]).to.deep.equal([422, true]);
  }); // prettier-ignore

  it("keeps what was typed, and says at every field what is wrong with it", async () => {
    await owner.get(PATH);
    const wrong = { ...good, name: "", zone: "Mars", recipient: "0x70997970c51812DC3A010C7d01b50e0d17dc79C8" };
    const { status, text } = await owner.send(PATH, wrong);
    expect(status).to.equal(422);
    for (const [name, said] of [["name", "Enter a name"], ["zone", "Expected UTC"], ["recipient", "checksum"]] as const)
      expect(text).to.match(new RegExp(`id="f-${name}-problem">[^<]*${said}`));
    expect(text).to.include(`value="Mars"`);
    for (const [change, said] of [
      [{ recipient: `0x${"0".repeat(40)}` }, /zero address/],
      [{ recipient: good["coin"]?.split(":")[1] ?? "" }, /contract itself/],
      [{ coin: "1:0x1234" }, /cannot settle/],
      [{ "refund 8253038": good["recipient"] ?? "" }, /Bitcoin address/],
      [{ "refund 8253038": "" }, /at least one chain/],
    ] as const)
      expect((await owner.send(PATH, { ...good, ...change })).text, String(said)).to.match(said);
    expect(await stores()).to.have.length(2);
  }); // prettier-ignore

  it("asks before it takes the address of a contract", async () => {
    const contract = await someContract(shop);
    await owner.get(PATH);
    const asked = await owner.send(PATH, { ...good, name: "Safe", recipient: contract });
    expect(asked.status).to.equal(422);
    expect(asked.text).to.include("There is a contract at this address");
    const [, confirmed = ""] = /name="confirmed" value="([^"]+)"/.exec(asked.text) ?? [];
    const other = await owner.send(PATH, { ...good, name: "Safe", recipient: contract, confirmed: "1:0x" });
    expect(other.status, "a confirmation of another address").to.equal(422);
    expect(
      (await owner.send(PATH, { ...good, name: "Safe", recipient: contract, confirmed })).status,
    ).to.equal(303);
  });

  it("is for administrators alone", async () => {
    expect((await fetch(`${shop.url}${PATH}`, { redirect: "manual" })).status, "signed out").to.equal(303);
  });
});

/** The address of a contract that is no coin of the service. */
async function someContract(shop: SandboxApp): Promise<string> {
  const { settlement } = (await shop.app.gateway.persistence.stores.load(shop.storeId))!.settings;
  const { contracts } = shop.app.gateway;
  const chains = await shop.app.gateway.service.chains();
  const texts = [...JSON.stringify(chains).matchAll(/0x[0-9a-fA-F]{40}/g)].map(([address]) => address);
  const coins = chains.flatMap((chain) => chain.solverCurrencies.map(({ address }) => address.toLowerCase()));
  for (const address of texts)
    if (!coins.includes(address.toLowerCase()) && (await contracts.get(settlement.chainId)?.(address)))
      return address;
  throw new Error("The service names no contract.");
}
