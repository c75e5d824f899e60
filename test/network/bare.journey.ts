import { expect } from "chai";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { API_KEY, EVM_CHAIN_ID, OTHER_CHAIN_ID, RECIPIENT, startWorld, type World } from "./world.ts";

/** Every field that the contract shows, by where it is (interface specification 2.2 to 2.5); [] is any element of a list. */
const SHOWN = {
  quote: [
    "steps",
    ...["id", "action", "description", "kind", "requestId", "depositAddress", "items"].map(
      (name) => `steps[].${name}`,
    ),
    ...["status", "data", "check"].map((name) => `steps[].items[].${name}`),
    ...["from", "to", "data", "value", "maxFeePerGas", "maxPriorityFeePerGas", "chainId"].map(
      (name) => `steps[].items[].data.${name}`,
    ),
    "steps[].items[].data.psbt", // its name is not shown, it is
    ...["endpoint", "method"].map((name) => `steps[].items[].check.${name}`),
  ],
  status: ["status"],
  chains: [
    "chains",
    "chains[].id",
    "chains[].solverCurrencies",
    ...["symbol", "address", "decimals"].map((name) => `chains[].solverCurrencies[].${name}`),
  ],
};

describe("a bare service", () => {
  let world: World;
  before(async () => {
    world = await startWorld({ bare: true, twoChains: true, elevatedPerSecond: 1_000 });
  });
  after(() => world.close());

  const evm = (changes: Record<string, unknown>) => ({
    ...{ originChainId: EVM_CHAIN_ID, destinationChainId: OTHER_CHAIN_ID, useDepositAddress: false },
    ...{ originCurrency: ZERO_ADDRESS, destinationCurrency: ZERO_ADDRESS, amount: String(10n ** 17n) },
    ...{ user: RECIPIENT, recipient: RECIPIENT, refundTo: undefined },
    ...changes,
  });
  const quote = async (changes: Record<string, unknown> = {}) => {
    const { status, body } = await world.post("/quote/v2", world.quoteBody(changes));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };

  it("answers quotes of every kind with the contract's fields and no others [x.bare]", async () => {
    const { address: user } = await world.evm.wallet(4);
    const bodies = [
      await quote(),
      await quote(evm({ user })),
      await quote(evm({ user, useDepositAddress: true })),
      await quote(
        evm({ user, originCurrency: world.usdc, destinationCurrency: world.other.usdc, amount: "50000000" }),
      ),
      await quote(
        evm({
          user,
          originCurrency: world.usdc,
          destinationCurrency: world.other.usdc,
          amount: "50000000",
          usePermit: true,
        }),
      ),
      await quote(evm({ user, destinationChainId: EVM_CHAIN_ID })),
    ];
    for (const body of bodies) {
      expect(fieldsOf(body)).to.satisfy(
        (fields: string[]) => fields.every((field) => SHOWN.quote.includes(field)),
        JSON.stringify(body, null, 1),
      );
      const { steps } = body as { steps: { kind: string }[] };
      expect(
        steps.every(({ kind }) => kind === "transaction"),
        "nowhere to hand a permit in",
      ).to.equal(true);
    }
  });

  it("a deposit address is there in deposit-address quotes only", async () => {
    const [[open], [wallet]] = [(await quote()).steps, (await quote(evm({}))).steps] as [
      Record<string, unknown>[],
      Record<string, unknown>[],
    ];
    expect(open).to.have.property("depositAddress");
    expect(wallet).to.not.have.property("depositAddress");
  });

  it("answers a status with its word, to the end, on both paths", async () => {
    const { steps } = (await quote()) as { steps: [{ requestId: string; depositAddress: string }] };
    const [{ requestId, depositAddress }] = steps;
    const seen = async () => {
      const [v3, plain] = await Promise.all(
        ["/v3", ""].map((version) => world.get(`/intents/status${version}?requestId=${requestId}`)),
      );
      expect(v3?.body).to.deep.equal(plain?.body);
      expect(fieldsOf(v3?.body)).to.deep.equal(SHOWN.status);
      return v3?.body["status"];
    };
    const words = [await seen()];
    await world.pay(depositAddress, 100_000);
    await world.tick();
    words.push(await seen());
    await world.mine();
    for (let tick = 0; tick < 4; tick++) {
      await world.tick();
      words.push(await seen());
    }
    expect(words.filter((word, index) => word !== words[index - 1])).to.satisfy(
      (told: string[]) =>
        told[0] === "waiting" &&
        told.at(-1) === "success" &&
        told.every((word) => ["waiting", "pending", "success"].includes(word)),
      words.join(),
    );
    expect((await world.get("/intents/status?requestId=0x12")).body).to.deep.equal({ status: "unknown" });
  });

  it("chains are their ids and the currencies of deposit addresses", async () => {
    const { body } = await world.get("/chains");
    expect([...new Set(fieldsOf(body))].sort()).to.deep.equal([...SHOWN.chains].sort());
  });

  it("everything else is 404, with a key too, and there is no stream [x.bare]", async () => {
    const key = { "x-api-key": API_KEY };
    for (const path of [
      "/",
      "/requests/v2",
      "/requests/v3",
      "/keys",
      "/chains/health?chainId=1",
      "/chains/liquidity?chainId=1",
      "/currencies/token/price",
      "/config",
      "/config/v2",
      "/deposit-addresses/v1",
    ]) {
      expect((await world.get(path, key)).status, path).to.equal(404);
    }
    for (const path of [
      "/currencies/v2",
      "/price",
      "/transactions/index",
      "/transactions/single",
      "/transactions/deposit-address/reindex",
      "/execute/permits",
      "/keys",
    ]) {
      expect((await world.post(path, {}, key)).status, path).to.equal(404);
    }
    expect(world.network.stream).to.equal(undefined);
  });

  it("its operator's monitor is answered all the same", async () => {
    const { status, body } = await world.get("/health");
    expect([status, body["status"], body["stream"]]).to.deep.equal([200, "ok", { status: "off" }]);
  });

  it("errors are JSON for browsers, too", async () => {
    const response = await fetch(`${world.url}/nothing`, { headers: { accept: "text/html" } });
    expect(response.headers.get("content-type")).to.include("application/json");
  });
});

/** Every field of a body, by its path. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const here = path === "" ? name : `${path}.${name}`;
    return [here, ...fieldsOf(field, here)];
  });
}
