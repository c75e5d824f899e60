import { expect } from "chai";
import { newInvitation } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { mailWriter } from "../../../src/gateway/usecases/mail/writeMail.ts";
import { sendMails } from "../../../src/gateway/usecases/mail/sendMails.ts";
import type { MailMessage } from "../../../src/gateway/ports/mailPort.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import {
  NAME,
  openSite,
  PASSWORD,
  signedInColleague,
  signedInOwner,
  type Site,
  type Visitor,
} from "./ownerPages.ts";

const LIMIT = { amount: "500", currency: "USD" };

describe("the limit of payouts that take two people", () => {
  let site: Site;
  let owner: Visitor;
  let manager: Visitor;
  let sent: MailMessage[];
  let store: string;
  beforeEach(async () => {
    site = await openSite();
    sent = [];
    const send = async (message: MailMessage) => (sent.push(message), { kind: "taken" } as const);
    Object.assign(site.gateway, { mailer: { send } });
    store = `/owner/stores/${site.shop.id}`;
    owner = await signedInOwner(site);
    await post(owner, "/owner/account/email", { email: "ada@example.com" });
    manager = await signedInColleague(site.gateway, site.visitor(), site.shop.id, {
      role: "manager",
      name: "Grace",
    });
    await ask(LIMIT.amount);
    await mails();
  });

  type Fields = Readonly<Record<string, string>>;
  const post = async (by: Visitor, path: string, fields: Fields) => {
    await by.get("/owner/account");
    return by.send(path, fields);
  };
  const join = async (role: string, name: string) => {
    const wanted = { email: `${name.toLowerCase()}@example.com`, storeId: site.shop.id, role };
    const token = await newInvitation(site.gateway, wanted);
    const visitor = site.visitor();
    await visitor.send("/owner/setup", { token, name, password: PASSWORD, again: PASSWORD });
    return visitor;
  };
  const ask = (amount: string, currency = "USD", by = owner) =>
    post(by, `${store}/people/payout-limit`, { amount, currency });
  const settings = async () => (await site.gateway.persistence.stores.load(site.shop.id))!.settings;
  const limit = async () => (await settings()).payoutLimit;
  const confirm = async (by: Visitor, at?: string) => {
    const fields = { at: at ?? String((await settings()).pending?.payoutLimit?.at) };
    return post(by, `${store}/payout-limit`, fields);
  };
  const mails = async () => {
    await sendMails(site.gateway as never, mailWriter(site.gateway as never, "https://pay.example"));
    const kept = sent.splice(0).filter(({ subject }) => subject !== "Confirm your e-mail address");
    return kept.map(({ to, subject }) => `${to}: ${subject}`);
  };
  const signInAgain = async () => {
    await owner.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    await manager.send("/owner/sign-in", { name: "Grace", password: PASSWORD });
  };

  it("is refused in the language of the person, on the form and on a page of its own", async () => {
    const { users } = site.gateway.persistence;
    const [ada] = (await users.list()).filter(({ name }) => name === NAME);
    await users.change(ada?.id ?? "", { preferences: { language: "de" } });
    await ask("600");
    const form = textOf((await confirm(owner)).text);
    expect(form).to.include("Diese Änderung muss eine zweite Person bestätigen");
    expect(form).not.to.include("A second person");
    const page = await owner.get("/owner/stores/none/people");
    expect(page.status).to.equal(404);
    expect(textOf(page.text)).not.to.include("There is nothing");
  });

  it("is lowered at once, and raised, lifted or moved to another currency by two people alone", async () => {
    await ask("400");
    expect(await limit()).to.deep.equal({ amount: "400", currency: "USD" });
    for (const [amount, currency] of [
      ["400.01", "USD"],
      ["", "USD"],
      ["1", "EUR"],
    ] as const) {
      const { status, headers } = await ask(amount, currency);
      expect([status, headers["location"]]).to.deep.equal([303, `${store}/people?done=asked`]);
      expect(await limit(), `${amount} ${currency}`).to.deep.equal({ amount: "400", currency: "USD" });
      expect((await confirm(owner)).status, "the same person").to.equal(403);
      expect(await limit()).to.deep.equal({ amount: "400", currency: "USD" });
    }
    expect(textOf((await owner.get(`${store}/people`)).text)).to.include(
      "Ada asked for another limit: 1 EUR.",
    );
    expect((await owner.get(`${store}/payout-limit`)).text).not.to.include("Confirm the new limit");
    expect((await manager.get(`${store}/payout-limit`)).text).to.include("Confirm the new limit");
    expect((await confirm(manager)).status).to.equal(303);
    expect(await limit()).to.deep.equal({ amount: "1", currency: "EUR" });
    const log = await site.gateway.persistence.auditLog.list({ limit: 5 });
    expect([log[0]?.action, log[0]?.actor.name]).to.deep.equal(["store.payout_limit_changed", "Grace"]);
  });

  it("is not changed by what was withdrawn, replaced or confirmed before, nor after a week", async () => {
    await ask("");
    const at = String((await settings()).pending?.payoutLimit?.at);
    await ask("500"); // the present one: that withdraws the change
    expect((await confirm(manager, at)).status).to.equal(409);
    site.clock.advance(1);
    await ask("600");
    expect((await confirm(manager, at)).status, "another change than the page showed").to.equal(409);
    site.clock.advance(7 * DAY_MS);
    await signInAgain();
    expect((await confirm(manager)).status, "after a week").to.equal(409);
    expect(await limit()).to.deep.equal(LIMIT);
  });

  it("is confirmed by those alone who may approve payouts, with a recent password, while the other may ask for it", async () => {
    const viewer = await join("viewer", "Hedy");
    await ask("");
    expect((await confirm(viewer)).status).to.equal(403);
    site.clock.advance(11 * MINUTE_MS);
    expect(textOf((await confirm(manager)).text)).to.include("Confirm that it is you");
    const ada = (await site.gateway.persistence.users.named(NAME))!;
    await signInAgain();
    await site.gateway.persistence.users.change(ada.id, { disabledAt: site.clock() });
    expect((await confirm(manager)).status, "asked for by a person who is disabled now").to.equal(409);
    expect(await limit()).to.deep.equal(LIMIT);
  });

  it("is mailed about: a change to all who approve payouts, and to the owners each new person who can", async () => {
    await ask("");
    const asked = "Ada asks to change the rule for approving payouts";
    expect((await mails()).toSorted()).to.deep.equal([
      `ada@example.com: ${asked}`,
      `grace@example.com: ${asked}`,
    ]);
    const told = "ada@example.com: Another person can approve payouts now";
    await join("viewer", "Hedy");
    expect(await mails()).to.deep.equal([]);
    const hedy = (await site.gateway.persistence.users.named("Hedy"))!;
    await post(owner, `${store}/people/role`, { userId: hedy.id, role: "manager" });
    expect(await mails()).to.deep.equal([told]);
    await join("manager", "Mary");
    expect(await mails()).to.deep.equal([told]);
    await post(owner, `${store}/people/own-role`, { name: "payer", permissions: "canviewpayouts" });
    await join("payer", "Joan");
    expect(await mails()).to.deep.equal([]);
    await post(owner, `${store}/people/own-role`, { name: "payer", permissions: "canmanagepayouts" });
    expect(await mails()).to.deep.equal([told]);
  });
});
