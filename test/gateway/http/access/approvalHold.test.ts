import { expect } from "chai";
import { Secret, TOTP } from "otpauth";
import { newInvitation } from "../../../../src/gateway/usecases/access/accessLinks.ts";
import { beginTotp, offerTotp } from "../../../../src/gateway/usecases/access/secondFactor.ts";
import { mailWriter } from "../../../../src/gateway/usecases/mail/writeMail.ts";
import { sendMails } from "../../../../src/gateway/usecases/mail/sendMails.ts";
import type { MailMessage } from "../../../../src/gateway/ports/mailPort.ts";
import { changeSettlement } from "../../../../src/gateway/usecases/stores/changeSettlement.ts";
import { confirmChange } from "../../../../src/gateway/usecases/stores/guardedChanges.ts";
import { settlementText } from "../../../../src/gateway/usecases/stores/settlements.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { createAuthenticator } from "../../../support/authenticator.ts";
import { textOf } from "../../../browser/readPage.ts";
import { refusal } from "../../usecases/payoutShop.ts";
import {
  NAME,
  openSite,
  PASSWORD,
  signedInColleague,
  signedInOwner,
  type Site,
  type Visitor,
} from "../ownerPages.ts";

const SITE = "http://localhost:3000";
const USERS = "/owner/users";
const SECOND_FACTOR = "/owner/sign-in/second-factor";
const ANOTHER = "entirely new words here";

describe("a user whose password another person's link has set", () => {
  let site: Site;
  let admin: Visitor;
  let joan: Visitor;
  let store: string;
  let sent: MailMessage[];
  beforeEach(async () => {
    site = await openSite();
    sent = [];
    const send = async (message: MailMessage) => (sent.push(message), { kind: "taken" } as const);
    Object.assign(site.gateway, { mailer: { send } });
    store = `/owner/stores/${site.shop.id}`;
    admin = await signedInOwner(site);
    await colleague("manager", "Grace");
    joan = await colleague("owner", "Joan");
    await post(admin, `${store}/people/payout-limit`, { amount: "500", currency: "USD" });
    await askToLift();
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
  const colleague = (role: string, name: string) =>
    signedInColleague(site.gateway, site.visitor(), site.shop.id, { role, name });
  const named = async (name: string) => (await site.gateway.persistence.users.named(name))!;
  const settings = async () => (await site.gateway.persistence.stores.load(site.shop.id))!.settings;
  const askToLift = () => post(joan, `${store}/people/payout-limit`, { amount: "", currency: "USD" });
  const confirmLift = async (by: Visitor) =>
    post(by, `${store}/payout-limit`, { at: String((await settings()).pending?.payoutLimit?.at) });
  const mails = async () => {
    await sendMails(site.gateway as never, mailWriter(site.gateway as never, "https://pay.example"));
    return sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
  };
  /** The administrator's link is used by the one who made it. */
  const takeOver = async (name: string) => {
    const { id } = await named(name);
    const { text } = await post(admin, `${USERS}/${id}/reset`, {});
    const link = /\/owner\/setup\?token=[\w-]+/.exec(text)?.[0] ?? "";
    const visitor = site.visitor();
    await visitor.get(link);
    return {
      visitor,
      answer: await visitor.send("/owner/setup", { name, password: ANOTHER, again: ANOTHER }),
    };
  };
  const signIn = async (name: string, password: string) => {
    const visitor = site.visitor();
    await visitor.send("/owner/sign-in", { name, password });
    return visitor;
  };
  const totpOf = async (name: string) => {
    const user = await named(name);
    const { sealed, secret } = offerTotp(site.gateway, user);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const codeNow = () => totp.generate({ timestamp: site.clock() });
    const recovery = (await beginTotp(site.gateway, user, sealed, codeNow()))!;
    site.clock.advance(MINUTE_MS / 2);
    return { codeNow, recovery };
  };

  it("confirms no limit and no settlement for a day, and is told with all that happened", async () => {
    const { visitor } = await takeOver("Grace");
    const answer = await confirmLift(visitor);
    expect(answer.status).to.equal(403);
    expect(textOf(answer.text)).to.include("Ada has opened this account");
    expect((await settings()).payoutLimit).to.deep.equal({ amount: "500", currency: "USD" });
    const [grace, ada] = [await named("Grace"), await named(NAME)];
    const by = { userId: grace.id, userName: "Grace" };
    const { settlement } = await settings();
    const to = { ...settlement, recipient: `0x${"77".repeat(20)}` };
    const change = { from: settlementText(settlement), to };
    const load = async () => (await site.gateway.persistence.stores.load(site.shop.id))!;
    expect(await refusal(changeSettlement(site.gateway, await load(), change, by))).to.equal(
      "approvals_on_hold",
    );
    await changeSettlement(site.gateway, await load(), change, { userId: ada.id, userName: NAME });
    const at = (await settings()).pending!.settlement!.at;
    expect(await refusal(confirmChange(site.gateway, await load(), "settlement", at, by))).to.equal(
      "approvals_on_hold",
    );
    expect((await settings()).settlement).to.deep.equal(settlement);

    expect(await mails()).to.include.members([
      "grace@example.com: A link for a new password of your account was made",
      "grace@example.com: Your password was set anew by a link",
    ]);
    const log = await site.gateway.persistence.auditLog.list({ limit: 9 });
    const set = log.find(({ action, subject }) => action === "account.set" && subject === grace.id);
    expect(set?.after).to.include({ link: "reset", madeBy: NAME });
    expect(log.find(({ action }) => action === "user.reset_link_made")?.actor.name).to.equal(NAME);
    expect(textOf((await admin.get(USERS)).text)).to.include("Approves nothing that moves money until");

    site.clock.advance(24 * HOUR_MS);
    const later = await signIn("Grace", ANOTHER);
    expect((await confirmLift(later)).status).to.equal(303);
    expect((await settings()).payoutLimit).to.equal(undefined);
  });

  it("makes no key that approves for it, and one that only reads", async () => {
    await join("owner", "Linus");
    const { visitor } = await takeOver("Linus");
    const key = { label: "A way around", storeId: site.shop.id, days: "30" };
    const refused = await post(visitor, "/owner/keys", { ...key, permissions: "canmanagepayouts" });
    expect(refused.status).to.equal(403);
    expect(textOf(refused.text)).to.include("approves nothing that moves money");
    const path = `/api-keys/authorize?applicationName=Shop&permissions=btcpay.store.canmodifystoresettings&strict=true`;
    const question = await visitor.get(path);
    expect(question.status).to.equal(200);
    expect(textOf(question.text))
      .to.include("approves nothing that moves money")
      .and.not.to.match(/ Approve /);
    const authorized = await post(visitor, path, { storeId: site.shop.id });
    expect(textOf(authorized.text)).to.include("approves nothing that moves money");
    expect(
      (await site.gateway.persistence.keys.list(9)).filter(({ userId }) => userId !== undefined),
    ).to.deep.equal([]);
    const reading = await post(visitor, "/owner/keys", { ...key, permissions: "canviewinvoices" });
    expect(textOf(reading.text)).to.include("Copy it now");
  });

  it("reads the reason on the pages of what it may not do, in place of the buttons", async () => {
    await join("owner", "Linus");
    const { visitor } = await takeOver("Linus");
    const forms = {
      [`${store}/people`]: [
        `${store}/people/invite`,
        `${store}/people/remove`,
        `${store}/people/payout-limit`,
      ],
      [`${store}/payout-limit`]: [`${store}/payout-limit`],
    };
    for (const [page, actions] of Object.entries(forms)) {
      const { status, text } = await visitor.get(page);
      expect(status, page).to.equal(200);
      expect(textOf(text), page).to.include("Ada has opened this account. Until");
      for (const action of actions) expect(text, page).not.to.include(`action="${action}"`);
    }
    const other = await admin.get(`${store}/people`);
    expect(other.text).to.include(`${store}/people/invite`).and.not.include("has opened this account");
  });

  it("is shown to the other administrators", async () => {
    const hedy = await join("viewer", "Hedy");
    await post(admin, `${USERS}/${(await named("Hedy")).id}/admin`, { to: "yes" });
    await takeOver("Grace");
    const words = "Ada has made a link for a new password of Grace.";
    expect(textOf((await hedy.get("/owner/notifications")).text)).to.include(words);
    expect(textOf((await admin.get("/owner/notifications")).text)).not.to.include(words);
  });

  it("still gives the second factor that was there before, and approves with it at once", async () => {
    const { codeNow, recovery } = await totpOf("Grace");
    const { visitor, answer } = await takeOver("Grace");
    expect(answer.headers["location"], "the link alone opens nothing").to.include(SECOND_FACTOR);
    expect((await visitor.get("/owner")).headers["location"]).to.include("/owner/sign-in");
    expect((await named("Grace")).recoveryCodes).to.have.length(recovery.length);
    const byCode = await signIn("Grace", ANOTHER);
    expect((await byCode.send(SECOND_FACTOR, { code: recovery[0]! })).status).to.equal(303);
    expect((await confirmLift(byCode)).status, "a recovery code is not the factor").to.equal(403);
    const byTotp = await signIn("Grace", ANOTHER);
    expect((await byTotp.send(SECOND_FACTOR, { code: codeNow() })).status).to.equal(303);
    expect((await confirmLift(byTotp)).status).to.equal(303);
  });

  it("approves at once with a passkey of before as well", async () => {
    const grace = await signIn("Grace", PASSWORD);
    const passkey = createAuthenticator(SITE, (await named("Grace")).id);
    const challengeIn = (text: string) => (JSON.parse(text) as { challenge: string }).challenge;
    await grace.get("/owner/account");
    const offer = await grace.send("/owner/account/passkeys/options", {});
    await grace.get("/owner/account");
    const registered = JSON.stringify(passkey.register(challengeIn(offer.text)));
    await grace.send("/owner/account/passkeys", { label: "Phone", credential: registered });
    const { answer } = await takeOver("Grace");
    expect(answer.headers["location"]).to.include(SECOND_FACTOR);
    const visitor = site.visitor();
    const challenge = challengeIn((await visitor.send("/owner/sign-in/passkey/options", {})).text);
    const signed = JSON.stringify(passkey.signIn(challenge));
    expect((await visitor.send("/owner/sign-in/passkey", { credential: signed })).status).to.equal(303);
    expect((await confirmLift(visitor)).status).to.equal(303);
  });

  it("does not approve with a second factor that was set up after it, also when the link is made once more", async () => {
    await takeOver("Grace");
    const { codeNow } = await totpOf("Grace");
    await takeOver("Grace");
    const visitor = await signIn("Grace", ANOTHER);
    expect((await visitor.send(SECOND_FACTOR, { code: codeNow() })).status).to.equal(303);
    expect((await confirmLift(visitor)).status).to.equal(403);
  });

  it("loses second factors only by an act of its own, which is mailed and holds as well", async () => {
    await totpOf("Grace");
    const grace = await named("Grace");
    expect((await post(admin, `${USERS}/${grace.id}/factors`, {})).status).to.equal(303);
    expect(await named("Grace")).to.deep.include({ totp: undefined, recoveryCodes: [] });
    expect(await mails()).to.include(
      "grace@example.com: Another person removed the second factors of your account",
    );
    const visitor = await signIn("Grace", PASSWORD);
    expect((await confirmLift(visitor)).status).to.equal(403);
    const [entry] = (await site.gateway.persistence.auditLog.list({ limit: 5 })).filter(
      ({ action }) => action === "user.factors_removed",
    );
    expect([entry?.actor.name, entry?.subject]).to.deep.equal([NAME, grace.id]);
  });

  it("is not held by an own link, nor by the operator's", async () => {
    await takeOver(NAME);
    expect((await named(NAME)).approvalHold).to.equal(undefined);
    const visitor = site.visitor();
    await visitor.get(await site.newLink());
    await visitor.send("/owner/setup", { name: NAME, password: ANOTHER, again: ANOTHER });
    expect((await named(NAME)).approvalHold).to.equal(undefined);
  });
});
