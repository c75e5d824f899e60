import { expect } from "chai";
import { mailWriter } from "../../../../src/gateway/usecases/mail/writeMail.ts";
import { sendMails } from "../../../../src/gateway/usecases/mail/sendMails.ts";
import type { MailMessage } from "../../../../src/gateway/ports/mailPort.ts";
import type { MerchantStore } from "../../../../src/gateway/usecases/stores/merchantStore.ts";
import { settlementText } from "../../../../src/gateway/usecases/stores/settlements.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { textOf } from "../../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../../support/sandboxApp.ts";
import { NAME, openVisitor, PASSWORD, signedInAt, signedInColleague, type Visitor } from "../ownerPages.ts";

const NEW_ADDRESS = "0x7777777777777777777777777777777777777777";
const OTHER_ADDRESS = "0x8888888888888888888888888888888888888888";

type Fields = Readonly<Record<string, string>>;

describe("the page on which it is changed where a store is paid", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let owner: Visitor;
  let manager: Visitor;
  let page: string;
  let first: Readonly<{
    settings: MerchantStore["settings"];
    contracts: SandboxApp["app"]["gateway"]["contracts"];
  }>;
  const sent: MailMessage[] = [];
  before(async () => {
    shop = await startSandboxApp();
    const send = async (message: MailMessage) => (sent.push(message), { kind: "taken" } as const);
    Object.assign(shop.app.gateway, { mailer: { send } });
    owner = await signedInAt(shop.app.gateway, shop.url);
    page = `/owner/stores/${shop.storeId}/settlement`;
    await post(owner, "/owner/account/email", { email: "ada@example.com" });
    manager = await join("manager", "Grace");
    first = { settings: (await store()).settings, contracts: shop.app.gateway.contracts };
  });
  beforeEach(async () => {
    await restore();
    shop.clock.advance(HOUR_MS);
    await signInAgain();
    await mails();
  });
  after(() => shop.close());

  /** Gives the store the settings and the people that it had first. */
  const restore = async () => {
    const { stores, users, members } = shop.app.gateway.persistence;
    const { logo: _, ...changed } = await store();
    await stores.change(changed, { name: changed.name, settings: first.settings });
    Object.assign(shop.app.gateway, { contracts: first.contracts });
    for (const user of await users.list()) {
      const role = { [NAME]: "owner", Grace: "manager" }[user.name];
      await users.change(user.id, { disabledAt: undefined });
      if (role === undefined) await members.remove(shop.storeId, user.id);
      else if (role === "manager")
        await members.put({
          storeId: shop.storeId,
          userId: user.id,
          role,
          addedAt: shop.clock() - 2 * DAY_MS,
        });
    }
  };

  const store = async () => (await shop.app.gateway.persistence.stores.load(shop.storeId))!;
  const settlement = async () => (await store()).settings.settlement;
  const coin = async () => {
    const { chainId, currency } = await settlement();
    return `${chainId}:${currency}`;
  };
  const post = async (by: Visitor, path: string, fields: Fields) => {
    await by.get("/owner/account");
    return by.send(path, fields);
  };
  const join = async (role: string, name: string) => {
    return signedInColleague(shop.app.gateway, openVisitor(shop.url, shop.url), shop.storeId, { role, name });
  };
  const mails = async () => {
    const { gateway } = shop.app;
    await sendMails(gateway, mailWriter(gateway, "https://pay.example"));
    return sent.splice(0).filter(({ subject }) => !/^(Confirm your e-mail|Sign-in from a new)/.test(subject));
  };
  const limit = (amount: string, by = owner) =>
    post(by, `/owner/stores/${shop.storeId}/people/payout-limit`, { amount, currency: "USD" });
  /** Looks at the form, agrees to the warning of the page that comes, and sends that. */
  const ask = async (recipient: string, by = owner) => {
    const looked = await post(by, page, { coin: await coin(), recipient });
    if (looked.status !== 200) return looked;
    const [, confirmed = ""] = /name="confirmed" value="([^"]+)"/.exec(looked.text) ?? [];
    return by.send(`${page}/change`, { confirmed });
  };
  const at = async () => String((await store()).settings.pending?.settlement?.at);
  const confirm = async (by: Visitor, moment?: string) =>
    post(by, `${page}/confirm`, { at: moment ?? (await at()) });
  const signInAgain = async () => {
    await owner.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    await manager.send("/owner/sign-in", { name: "Grace", password: PASSWORD });
  };

  it("warns of another store at the same address, and says which store lists money that no invoice explains", async () => {
    const { persistence } = shop.app.gateway;
    const { settings, createdAt } = await store();
    const recipient = `0x${"9".repeat(40)}`;
    const shared = { ...settings, settlement: { ...settings.settlement, recipient } };
    expect((await owner.get(page)).text).not.to.include("Another store");
    await persistence.stores.create({ id: "other", name: "Other", settings: shared, createdAt });
    const looked = await post(owner, page, { coin: await coin(), recipient });
    expect(textOf(looked.text)).to.include(
      "Another store on this server is or was paid at the new address too. Money that reaches it and belongs to no invoice is listed in the other store.",
    );
    await persistence.stores.create({ id: "copy", name: "Copy", settings, createdAt: shop.clock() });
    expect(textOf((await owner.get(page)).text)).to.include(
      "paid at this address too. Money that reaches it and belongs to no invoice is listed in this store.",
    );
  });

  it("shows the reason in place of the form to an account that is on hold", async () => {
    const { users } = shop.app.gateway.persistence;
    const { id } = (await users.named(NAME))!;
    await users.change(id, { approvalHold: { until: shop.clock() + HOUR_MS, by: "Grace", factors: [] } });
    const { text } = await owner.get(page);
    expect(text).to.include("Grace has opened this account. Until").and.not.include(`action="${page}"`);
    await users.change(id, { approvalHold: undefined });
    expect((await owner.get(page)).text).to.include(`action="${page}"`);
  });

  it("keeps the address that was typed when it is wrong, and when the change is refused", async () => {
    const wrong = "0x70997970c51812DC3A010C7d01b50e0d17dc79C8";
    const refused = await post(owner, page, { coin: await coin(), recipient: wrong });
    expect(refused.text).to.include(`value="${wrong}"`).and.to.include("checksum");
    const looked = await post(owner, page, { coin: await coin(), recipient: NEW_ADDRESS });
    const [, confirmed = ""] = /name="confirmed" value="([^"]+)"/.exec(looked.text) ?? [];
    const late = await owner.send(`${page}/change`, { confirmed, from: "what it was before" });
    expect([
      late.status,
      textOf(late.text).includes("in another coin or at another address by now"),
    ]).to.deep.equal([409, true]);
    expect(late.text).to.include(`value="${NEW_ADDRESS}"`);
  });

  it("shows the old and the new in full before anything changes, and what it means for open invoices and refunds", async () => {
    await shop.post("/invoices", { amount: "25.00", currency: "USD" });
    const before = await settlement();
    expect((await owner.get(`/owner/stores/${shop.storeId}/settings/payments`)).text).to.include(
      `href="${page}"`,
    );
    expect((await owner.get(page)).text).to.include("Your address");
    const looked = await owner.send(page, { coin: await coin(), recipient: NEW_ADDRESS });
    expect(looked.status).to.equal(200);
    const text = textOf(looked.text).replaceAll(/(?<=\w{4}) (?=\w)/g, "");
    for (const address of [before.recipient, NEW_ADDRESS])
      expect(text.replaceAll(" ", "")).to.include(address);
    expect(textOf(looked.text)).to.include("1 open invoice is still paid at the old address");
    expect(textOf(looked.text)).to.include("A refund address is the old address as well");
    expect(await settlement(), "nothing is changed yet").to.deep.equal(before);
  });

  it("changes it at once where one person approves payouts, and tells the owners, the log and the colleagues", async () => {
    const before = await settlement();
    const { status, headers } = await ask(NEW_ADDRESS);
    expect([status, headers["location"]]).to.deep.equal([303, `${page}?done=saved`]);
    expect(await settlement()).to.deep.equal({ ...before, recipient: NEW_ADDRESS });
    const [entry] = await shop.app.gateway.persistence.auditLog.list({ limit: 1 });
    expect([entry?.action, entry?.before, entry?.after]).to.deep.equal([
      "store.settlement_changed",
      before,
      await settlement(),
    ]);
    const [told, ...others] = await mails();
    expect(others).to.deep.equal([]);
    expect(told?.to).to.equal("ada@example.com");
    expect(told?.subject).to.match(/is paid elsewhere from now on/);
    expect(told?.text).to.include(before.recipient).and.to.include(NEW_ADDRESS);
    const second = await join("owner", "Hedy");
    await ask(OTHER_ADDRESS);
    expect(textOf((await second.get("/owner/notifications")).text)).to.match(
      /Ada has changed where .* is paid/,
    );
    expect((await mails()).map(({ to }) => to).toSorted()).to.deep.equal([
      "ada@example.com",
      "hedy@example.com",
    ]);
  });

  it("keeps what was typed and says what is wrong with it, and asks about a contract or an address that it could not look at", async () => {
    for (const [fields, said] of [
      [{ recipient: `0x${"0".repeat(40)}` }, /zero address/],
      [{ recipient: (await settlement()).recipient }, /paid in this coin at this address already/],
      [{ recipient: (await settlement()).currency }, /contract itself/],
      [{ recipient: "my wallet" }, /merchant&#39;s own EVM address|merchant's own EVM address/],
      [{ recipient: NEW_ADDRESS, coin: "1:0x1234" }, /cannot settle/],
    ] as const) {
      const answer = await post(owner, page, { coin: await coin(), ...fields });
      expect(answer.status, String(said)).to.equal(422);
      expect(answer.text).to.match(said).and.to.include(`value="${fields.recipient}"`);
      expect((await post(owner, `${page}/change`, { from: settlementText(await settlement()), coin: await coin(), ...fields })).status).to.equal(422);
    }
    shop.app.gateway.contracts.get((await settlement()).chainId); // known: the sandbox looks at the address
    Object.assign(shop.app.gateway, { contracts: new Map([[(await settlement()).chainId, async () => true]]) });
    const from = settlementText(await settlement());
    const unsure = { from, coin: await coin(), recipient: NEW_ADDRESS };
    expect(textOf((await post(owner, page, unsure)).text)).to.include("There is a contract at this address");
    for (const confirmed of ["", "yes", from])
      expect((await post(owner, `${page}/change`, { ...unsure, confirmed })).status, confirmed).to.equal(422);
    expect((await settlement()).recipient).not.to.equal(NEW_ADDRESS);
    expect((await ask(NEW_ADDRESS)).status).to.equal(303);
  }); // prettier-ignore

  it("takes two different people where payouts take two, and one of them may withdraw it", async () => {
    await limit("500");
    const before = await settlement();
    await mails();
    const { status, headers } = await ask(NEW_ADDRESS);
    expect([status, headers["location"]]).to.deep.equal([303, `${page}?done=asked`]);
    expect(await settlement()).to.deep.equal(before);
    const asked = await mails();
    expect(asked.map(({ to }) => to).toSorted()).to.deep.equal(["ada@example.com", "grace@example.com"]);
    expect(asked[0]?.text).to.include(NEW_ADDRESS);
    expect((await confirm(owner)).status, "the same person").to.equal(403);
    expect((await owner.get(page)).text).not.to.include("Confirm the new settlement");
    const shown = await manager.get(page);
    expect(shown.text).to.include("Confirm the new settlement").and.not.to.include('name="recipient"');
    expect((await confirm(manager)).status).to.equal(303);
    expect((await settlement()).recipient).to.equal(NEW_ADDRESS);
    const [entry] = await shop.app.gateway.persistence.auditLog.list({ limit: 1 });
    expect([entry?.action, entry?.actor.name]).to.deep.equal(["store.settlement_changed", "Grace"]);
    await ask(OTHER_ADDRESS);
    expect((await post(manager, `${page}/withdraw`, { at: await at() })).status).to.equal(303);
    expect((await store()).settings.pending?.settlement).to.equal(undefined);
    expect((await settlement()).recipient).to.equal(NEW_ADDRESS);
  });

  it("is not changed by a confirmation of something else, nor after a week, nor for a person who lost the right", async () => {
    await limit("500");
    await ask(NEW_ADDRESS);
    const first = await at();
    shop.clock.advance(1);
    await ask(OTHER_ADDRESS);
    expect((await confirm(manager, first)).status, "another change than the page showed").to.equal(409);
    shop.clock.advance(7 * DAY_MS);
    await signInAgain();
    expect((await confirm(manager)).status, "after a week").to.equal(409);
    await ask(OTHER_ADDRESS);
    const ada = (await shop.app.gateway.persistence.users.named(NAME))!;
    await shop.app.gateway.persistence.users.change(ada.id, { disabledAt: shop.clock() });
    expect((await confirm(manager)).status, "asked for by a person who is disabled now").to.equal(409);
    expect((await settlement()).recipient).not.to.equal(OTHER_ADDRESS);
  });

  it("is not changed by a page from before another change", async () => {
    const looked = await post(owner, page, { coin: await coin(), recipient: NEW_ADDRESS });
    const [, from = ""] = /name="from" value="([^"]+)"/.exec(looked.text) ?? [];
    expect(from).to.equal(settlementText(await settlement()));
    await ask(OTHER_ADDRESS);
    const stale = { from, coin: await coin(), recipient: NEW_ADDRESS };
    const answer = await post(owner, `${page}/change`, stale);
    expect(answer.status).to.equal(409);
    expect(textOf(answer.text)).to.include("Look at the present settlement");
    expect((await settlement()).recipient).to.equal(OTHER_ADDRESS);
  });

  it("asks for the password again, and is closed to managers, viewers and API keys", async () => {
    const viewer = await join("viewer", "Joan");
    for (const path of [page, `${page}/change`, `${page}/confirm`, `${page}/withdraw`])
      expect((await post(viewer, path, { at: "1" })).status, path).to.equal(403);
    for (const path of [page, `${page}/change`])
      expect((await post(manager, path, { coin: await coin(), recipient: NEW_ADDRESS })).status, path).to.equal(403);
    shop.clock.advance(11 * MINUTE_MS);
    const again = await post(owner, page, { coin: await coin(), recipient: NEW_ADDRESS });
    expect(textOf(again.text)).to.include("Confirm that it is you");
    const url = `${shop.url}/api/v1/stores/${shop.storeId}`;
    const headers = { authorization: `token ${shop.apiKey}`, "content-type": "application/json" };
    const read = (await (await fetch(url, { headers })).json()) as { crosstill: { settlement: object } };
    const crosstill = { ...read.crosstill, settlement: { ...read.crosstill.settlement, recipient: NEW_ADDRESS } };
    const put = await fetch(url, { method: "PUT", headers, body: JSON.stringify({ ...read, crosstill }) });
    expect(put.status).to.equal(422);
    expect((await settlement()).recipient).not.to.equal(NEW_ADDRESS);
  }); // prettier-ignore

  it("needs a second person who can confirm it", async () => {
    await limit("500");
    const grace = (await shop.app.gateway.persistence.users.named("Grace"))!;
    await shop.app.gateway.persistence.members.remove(shop.storeId, grace.id);
    const answer = await ask(NEW_ADDRESS);
    expect([answer.status, textOf(answer.text).includes("Invite an owner or a manager first")]).to.deep.equal([422, true]);
    expect((await store()).settings.pending?.settlement).to.equal(undefined);
  }); // prettier-ignore
});
