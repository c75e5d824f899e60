import { expect } from "chai";
import { LRUCache } from "lru-cache";
import type { DayTurnover } from "../../../src/gateway/usecases/books/turnover.ts";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { notifyDays, notifyPayments } from "../../../src/gateway/usecases/notifications/notifyPaid.ts";
import { anInvoice, FLOOR, inBlock, success } from "../domain/invoices/given.ts";
import { notifyWaiting } from "../../../src/gateway/usecases/notifications/notifyWaiting.ts";
import { notify } from "../../../src/gateway/usecases/notifications/notify.ts";
import { newInvitation } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { mailWriter } from "../../../src/gateway/usecases/mail/writeMail.ts";
import { sendMails } from "../../../src/gateway/usecases/mail/sendMails.ts";
import type { MailMessage } from "../../../src/gateway/ports/mailPort.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { NAME, openSite, PASSWORD, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

const PAGE = "/owner/notifications";

describe("what a user is told", () => {
  let site: Site;
  let owner: Visitor;
  let sent: MailMessage[];
  beforeEach(async () => {
    site = await openSite();
    sent = [];
    const send = async (message: MailMessage) => (sent.push(message), { kind: "taken" } as const);
    Object.assign(site.gateway, { mailer: { send } });
    owner = await signedInOwner(site);
  });

  const tools = () =>
    site.gateway as unknown as Parameters<typeof sendMails>[0] & Parameters<typeof notify>[0];
  /** The e-mails that have gone out since the last call. */
  const mails = async () => {
    await sendMails(tools(), mailWriter(site.gateway as never, "https://pay.example"));
    return sent.splice(0);
  };
  const webhook = (subject = "w1") =>
    ({
      kind: "webhook_disabled",
      storeId: site.shop.id,
      subject,
      body: "The webhook was disabled.",
      link: "/owner/stores/x/webhooks",
    }) as const;
  const member = async (name: string, role: string) => {
    const invitation = { email: `${name}@example.com`, storeId: site.shop.id, role };
    const token = await newInvitation(site.gateway, invitation);
    const visitor = site.visitor();
    await visitor.send("/owner/setup", {
      token,
      name,
      password: "another few words",
      again: "another few words",
    });
    return visitor;
  };
  const withAddress = async () => {
    await owner.get("/owner/account");
    await owner.send("/owner/account/email", { email: "ada@example.com" });
    await mails();
  };

  it("is on the page of those who can do something about it, counted beside the bell, once", async () => {
    const [manager, second] = [await member("Grace", "manager"), await member("Hedy", "owner")];
    await notify(tools(), webhook());
    await notify(tools(), webhook());
    for (const visitor of [owner, second]) {
      const { text } = await visitor.get(PAGE);
      expect(text.split("The webhook was disabled.</p>")).to.have.length(2);
      expect(textOf(text)).to.include("new: 1");
    }
    expect(textOf((await manager.get(PAGE)).text)).to.include("Nothing has happened");
    await owner.get(PAGE);
    expect((await owner.send(`${PAGE}/seen`, {})).status).to.equal(303);
    expect(textOf((await owner.get(PAGE)).text)).not.to.include("new: 1");
    expect(textOf((await second.get(PAGE)).text), "each for oneself").to.include("new: 1");
  });

  it("is hidden, and not counted, from a person who has left the store or lost the permission", async () => {
    const hedy = await member("Hedy", "owner");
    await notify(tools(), webhook());
    expect(textOf((await hedy.get(PAGE)).text))
      .to.include("new: 1")
      .and.to.include("The webhook was disabled.");
    const { members, users } = site.gateway.persistence;
    const { id } = (await users.named("Hedy"))!;
    await members.put({ userId: id, storeId: site.shop.id, role: "viewer", addedAt: site.clock() });
    const isHidden = async () => {
      const words = textOf((await hedy.get(PAGE)).text);
      expect(words).to.include("Nothing has happened").and.not.to.include("new: 1");
    };
    await isHidden();
    await members.remove(site.shop.id, id);
    await isHidden();
    await members.put({ userId: id, storeId: site.shop.id, role: "owner", addedAt: site.clock() });
    expect(textOf((await hedy.get(PAGE)).text), "with the role again").to.include(
      "The webhook was disabled.",
    );
  });

  it("is what the user chose, on the page and by e-mail", async () => {
    await withAddress();
    await owner.get(PAGE);
    await owner.send(`${PAGE}/settings`, { page: "exception", mail: "webhook_disabled" });
    await notify(tools(), webhook());
    await notify(tools(), webhook());
    const [mail, ...more] = await mails();
    expect([mail?.to, mail?.subject, more.length]).to.deep.equal([
      "ada@example.com",
      "The webhook was disabled.",
      0,
    ]);
    expect(mail?.text).to.include("https://pay.example/owner/stores/x/webhooks");
    expect(textOf((await owner.get(PAGE)).text)).not.to.include("new: 1");
    await owner.send(`${PAGE}/settings`, { page: ["exception", "webhook_disabled"] });
    await notify(tools(), webhook("w2"));
    expect([await mails(), textOf((await owner.get(PAGE)).text).includes("new: 1")]).to.deep.equal([
      [],
      true,
    ]);
  });

  /** An invoice of an order whose payment has settled now. */
  const paid = async (id: string, orderId: string) => {
    const { gateway, shop, clock } = site;
    const viewers = { isWatched: () => false, watched: () => [], announce: () => {} };
    const blank = anInvoice();
    const terms = { ...blank.terms, metadata: { orderId } };
    await gateway.persistence.invoices.issue(
      { ...blank, id, storeId: shop.id, terms },
      { at: clock(), events: [], deliveries: [] },
    );
    for (const seen of [
      inBlock({ outpoint: `${id}:0` }),
      success({ outpoint: `${id}:0`, amount: FLOOR, requestId: id }),
    ])
      await advanceInvoice({ ...gateway, viewers, signer: undefined }, id, seen);
  };

  it("is not new any more once what waited was decided", async () => {
    const { gateway } = site;
    const viewers = { announce: () => {} };
    const held = anInvoice({
      metadata: { orderId: "1010" },
      policy: { ...anInvoice().terms.policy, underpaid: "hold" },
    });
    await gateway.persistence.invoices.issue(
      { ...held, id: "held", storeId: site.shop.id },
      { at: site.clock(), events: [], deliveries: [] },
    );
    const at = site.clock();
    for (const seen of [
      inBlock({ outpoint: "held:0", at, value: 20_000n }),
      success({ outpoint: "held:0", requestId: "held", at, amount: FLOOR / 2n }),
    ])
      await advanceInvoice({ ...gateway, viewers, signer: undefined } as never, "held", seen);
    await notifyWaiting({ ...gateway, viewers } as never);
    expect(textOf((await owner.get(PAGE)).text))
      .to.include("order 1010 needs a decision")
      .and.to.include("new: 1");
    const mark = { kind: "marked", at, as: "Settled", by: "Ada", reason: "" } as const;
    await advanceInvoice({ ...gateway, viewers, signer: undefined } as never, "held", mark);
    await notifyWaiting({ ...gateway, viewers } as never);
    expect(textOf((await owner.get(PAGE)).text))
      .to.include("order 1010 needs a decision")
      .and.not.to.include("new: 1");
  });

  it("tells users who chose it of each payment, once and with its order", async () => {
    await withAddress();
    await paid("aa", "1008");
    await notifyPayments(tools());
    expect(textOf((await owner.get(PAGE)).text), "off at first").not.to.include("has settled");
    await owner.send(`${PAGE}/settings`, { page: "payment_received", mail: "payment_received" });
    expect((await owner.get(PAGE)).text).to.match(/name="page" value="payment_received"[^>]*checked/);
    for (let run = 0; run < 2; run++) await notifyPayments(tools());
    const { text } = await owner.get(PAGE);
    expect(text.split("A payment of 25.00 USD for order 1008 has settled.</p>")).to.have.length(2);
    expect(text).to.include('href="/owner/invoices/aa"');
    expect((await mails()).map(({ subject }) => subject)).to.deep.equal([
      "A payment of 25.00 USD for order 1008 has settled.",
    ]);
    site.clock.advance(2 * HOUR_MS);
    await paid("bb", "1009");
    await notifyPayments(tools());
    expect((await mails()).map(({ subject }) => subject)).to.deep.equal([
      "A payment of 25.00 USD for order 1009 has settled.",
    ]);
  });

  it("tells users who chose it and see reports what a day has brought, once it is over", async () => {
    await site.gateway.persistence.checkpoints.write("book lines filled", true, site.clock(), 0);
    await withAddress();
    const cashier = await member("Grace", "cashier");
    await mails();
    for (const visitor of [owner, cashier]) {
      await visitor.get(PAGE);
      await visitor.send(`${PAGE}/settings`, { page: "payments_daily", mail: "payments_daily" });
    }
    const known = new LRUCache<string, DayTurnover>({ max: 10 });
    await paid("aa", "1008");
    await paid("bb", "1009");
    await notifyDays(tools(), known);
    expect(await mails(), "the day is not over").to.deep.equal([]);
    site.clock.advance(DAY_MS);
    for (let run = 0; run < 2; run++) await notifyDays(tools(), known);
    const [mail, ...more] = await mails();
    expect(mail?.subject).to.match(/^On 2026-11-\d\d .+ received \d+\.\d\d USD\. Number of payments: 2\.$/);
    expect(more).to.deep.equal([]);
    await owner.get("/owner/sign-in"); // the sessions have ended by then
    await owner.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    await cashier.get("/owner/sign-in");
    await cashier.send("/owner/sign-in", { name: "Grace", password: "another few words" });
    await mails();
    expect(textOf((await owner.get(PAGE)).text))
      .to.include("What a day has brought")
      .and.to.include(mail?.subject);
    expect(textOf((await cashier.get(PAGE)).text)).to.include("Nothing has happened");
    site.clock.advance(DAY_MS);
    await notifyDays(tools(), known);
    expect(await mails(), "a day without payments").to.deep.equal([]);
  });

  it("is that another person has changed the store's settings, and not to the person who did", async () => {
    const second = await member("Hedy", "owner");
    const path = `/owner/stores/${site.shop.id}`;
    await second.get(path);
    expect((await second.upload(path, { name: "Coffee house" })).status).to.equal(303);
    expect(textOf((await owner.get(PAGE)).text)).to.include("Hedy has changed the settings of the store.");
    expect(textOf((await second.get(PAGE)).text)).not.to.include("new: 1");
  });

  it("by e-mail, about the own account: from which device, and what was changed", async () => {
    await withAddress();
    const subjects = async () => (await mails()).map(({ to, subject }) => `${to}: ${subject}`);
    await site.visitor().send("/owner/sign-in", { name: NAME, password: PASSWORD });
    expect(await subjects(), "from a browser of one's own: none").to.deep.equal([]);
    site.clock.advance(2 * MINUTE_MS);
    const phone = site.visitor();
    await phone.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    expect(await subjects()).to.deep.equal(["ada@example.com: Sign-in from a new device"]);
    await phone.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    expect(await subjects(), "known by now").to.deep.equal([]);
    await owner.get("/owner/keys");
    await owner.send("/owner/keys", {
      label: "till",
      storeId: site.shop.id,
      days: "30",
      permissions: "canviewinvoices",
    });
    expect(await subjects()).to.deep.equal(["ada@example.com: A new API key was made"]);
    const [key] = await site.gateway.persistence.keys.list(1);
    expect(key?.userId).to.equal((await site.gateway.persistence.users.named(NAME))?.id);
    await owner.get("/owner/account");
    await owner.send("/owner/account/email", { email: "new@example.com" });
    expect(await subjects(), "to the address of before, and a link to the new one").to.deep.equal([
      "ada@example.com: Your e-mail address was changed",
      "new@example.com: Confirm your e-mail address",
    ]);
    await owner.get("/owner/account");
    const next = { password: "entirely new words here", again: "entirely new words here" };
    await owner.send("/owner/account/password", { current: PASSWORD, ...next });
    expect(await subjects()).to.deep.equal(["new@example.com: Your password was changed"]);
  });

  it("invites by e-mail, with a link that works, and keeps neither link nor address in plain text", async () => {
    const path = `/owner/stores/${site.shop.id}/people`;
    await owner.get(path);
    const { text } = await owner.send(`${path}/invite`, { email: "grace@example.com", role: "viewer" });
    expect(textOf(text)).to.include("An e-mail with this link is on its way to grace@example.com");
    const kept = await site.gateway.persistence.mails.claim(site.clock(), 0, 9);
    expect(JSON.stringify(kept)).not.to.match(/grace|token/);
    const [mail] = await mails();
    expect([mail?.to, mail?.subject]).to.deep.equal(["grace@example.com", "Ada invites you to Tea house"]);
    const link = /https:\/\/pay\.example(\/owner\/setup\?token=\w+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await site.visitor().get(link)).status).to.equal(200);
  });
});
