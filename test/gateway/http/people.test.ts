import { expect } from "chai";
import { TOTP, Secret } from "otpauth";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import {
  hiddenFields,
  NAME,
  openSite,
  PASSWORD,
  signedInOwner,
  type Site,
  type Visitor,
} from "./ownerPages.ts";

const COLLEAGUE = { name: "grace@example.com", password: "another few words here" };

/** Invites somebody as the owner, and gives the colleague who has accepted. */
async function colleague(site: Site, owner: Visitor, role: string, name = COLLEAGUE.name): Promise<Visitor> {
  const path = `/owner/stores/${site.shop.id}/people`;
  await owner.get(path);
  const { text } = await owner.send(`${path}/invite`, { email: name, role });
  const link = /https?:\/\/[^"<\s]+\/owner\/setup\?token=\w+/.exec(text)?.[0] ?? "";
  const visitor = site.visitor();
  await visitor.get(new URL(link).pathname + new URL(link).search);
  const { password } = COLLEAGUE;
  const { status } = await visitor.send("/owner/setup", { name, password, again: password });
  expect(status).to.equal(303);
  return visitor;
}

describe("the people of a store", () => {
  let site: Site;
  let owner: Visitor;
  let people: string;
  beforeEach(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
    people = `/owner/stores/${site.shop.id}/people`;
  });

  it("are invited by a link that works once, and then see what their role allows", async () => {
    const accountant = await colleague(site, owner, "accountant");
    expect((await accountant.get("/owner/invoices")).status).to.equal(200);
    expect((await accountant.get(`/owner/stores/${site.shop.id}/statements`)).status).to.equal(302);
    const refused = await accountant.get(`/owner/stores/${site.shop.id}`);
    expect([refused.status, textOf(refused.text)].join(" ")).to.match(
      /^403 .*does not allow: See the store's settings/,
    );
    expect(refused.text).to.include('href="/owner"').and.not.to.include("canviewstoresettings");
    expect((await accountant.get(people)).status).to.equal(403);
    await accountant.get("/owner/account");
    expect((await accountant.send("/owner/account/language", { language: "de" })).status).to.equal(303);
    const german = textOf((await accountant.get(`/owner/stores/${site.shop.id}`)).text);
    expect(german).to.match(
      /Ihre Rolle in diesem Shop erlaubt nicht: .*Einstellungen.* Ein Inhaber des Shops/,
    );
    const shown = textOf((await owner.get(people)).text);
    expect(shown).to.include(COLLEAGUE.name).and.to.include("Accountant");
    const used = await site.gateway.persistence.accessLinks.list();
    expect(used.filter(({ kind }) => kind === "invitation")).to.deep.equal([]);
  });

  it("are shown no link that their role may not open", async () => {
    const cashier = await colleague(site, owner, "cashier");
    const { text } = await cashier.get(`/owner/keys?store=${site.shop.id}`);
    const links = [...text.matchAll(/href="(\/owner\/[^"#]+)"/g)].map(([, path = ""]) => path);
    for (const path of links) expect((await cashier.get(path)).status, path).not.to.equal(403);
    expect(links, "that page would be empty").not.to.include(`/owner/stores/${site.shop.id}/developers`);
    expect(text).not.to.include("Make the key").and.not.to.include("Name, logo and colour");
    const own = (await owner.get(`/owner/keys?store=${site.shop.id}`)).text;
    expect(own).to.include("Make the key").and.to.include("Name, logo and colour");
  });

  it("see nothing of a store that they are no members of, not even that it exists", async () => {
    const other = await site.addStore("Coffee house");
    const manager = await colleague(site, owner, "manager");
    for (const path of ["", "/people", "/statements/2026-11"]) {
      expect((await manager.get(`/owner/stores/${other.id}${path}`)).status, path).to.equal(404);
      expect((await manager.get(`/owner/stores/nobody${path}`)).status, path).to.equal(404);
    }
    expect((await manager.get("/owner")).text).not.to.include("Coffee house");
    expect((await manager.get("/owner/audit-log")).text).not.to.include("Coffee house");
    expect((await manager.get(`/owner/audit-log?store=${other.id}`)).status).to.equal(404);
    expect((await manager.get(`/owner/audit-log.csv?store=${other.id}`)).status).to.equal(404);
    expect((await manager.get("/owner/audit-log.csv")).status).to.equal(404);
  });

  it("hides the count of decisions from people who cannot take them", async () => {
    const at = site.gateway.clock();
    await site.gateway.persistence.unattributed.keep({
      ...{
        chainId: 1,
        outpoint: "0xaa:0",
        address: "0xd0",
        currency: "0xusdc",
        value: 5n,
        storeId: site.shop.id,
      },
      ...{ height: 3, blockHash: "0xbb", blockTime: at, seenAt: at, lastInvoiceId: undefined },
    });
    const cashier = await colleague(site, owner, "cashier");
    const path = `/owner/invoices?store=${site.shop.id}`;
    expect((await owner.get(path)).text).to.include("waiting:");
    expect((await cashier.get(path)).text).not.to.include("waiting:");
  });

  it("make keys about themselves, whatever their role, and no role that is about a user", async () => {
    const permissions = ["canmanageapikeys", "canviewinvoices", "user.canviewprofile"];
    await owner.get(people);
    await owner.send(`${people}/own-role`, { name: "till", permissions });
    expect((await site.gateway.persistence.members.roles())[0]?.permissions).to.deep.equal(permissions.slice(0, 2));
    const till = await colleague(site, owner, "till");
    const form = await till.get("/owner/keys");
    expect(form.text).to.include('value="user.canviewprofile"').and.to.include("See your own name");
    expect(form.text).to.include('value="canviewinvoices"').and.not.to.include('value="canviewreports"');
    const key = { label: "mine", storeId: site.shop.id, days: "0" };
    const greedy = await till.send("/owner/keys", { ...key, permissions: ["user.canviewprofile", "canviewreports"] });
    expect(greedy.status).to.equal(403);
    const made = await till.send("/owner/keys", { ...key, permissions: ["user.canviewprofile", "canviewinvoices"] });
    expect(made.status).to.equal(200);
    const [kept] = await site.gateway.persistence.keys.list(9);
    const { name } = (await site.gateway.persistence.users.load(kept?.userId ?? ""))!;
    expect([kept?.permissions, name === NAME]).to.deep.equal([["user.canviewprofile", "canviewinvoices"], false]);
  }); // prettier-ignore

  it("offers a person only those permissions for a shop's key that the person may give", async () => {
    const asked = [
      "canviewinvoices",
      "cancreateinvoice",
      "webhooks.canmodifywebhooks",
      "canviewstoresettings",
    ];
    const permissions = [...asked, "canmodifyinvoices"];
    const role = { name: "till", permissions: [...permissions, "canmanageapikeys"] };
    await owner.get(people);
    await owner.send(`${people}/own-role`, role);
    const query = permissions.map((name) => `permissions=btcpay.store.${name}`).join("&");
    const link = `/api-keys/authorize?applicationName=Magento&applicationIdentifier=magento2&${query}`;
    expect((await owner.get(link)).text).to.include("canmarkinvoices");
    const page = await (await colleague(site, owner, "till")).get(link);
    expect(page.text).to.include("canmodifyinvoices").and.not.to.include("canmarkinvoices");
  });

  it("give nobody more than they have themselves", async () => {
    const role = { name: "lead", permissions: ["canmanageusers", "canviewinvoices"] };
    await owner.get(people);
    expect((await owner.send(`${people}/own-role`, role)).status).to.equal(303);
    const lead = await colleague(site, owner, "lead");
    await lead.get(people);
    for (const wanted of ["owner", "manager", "accountant"]) {
      const { status, text } = await lead.send(`${people}/invite`, { email: "x@example.com", role: wanted });
      expect([status, textOf(text)].join(" "), wanted).to.match(
        /^403 .*allows more than you may do yourself/,
      );
    }
    const greedy = { name: "greedy", permissions: ["canviewinvoices", "canmodifystoresettings"] };
    expect((await lead.send(`${people}/own-role`, greedy)).status).to.equal(422);
    expect((await lead.send(`${people}/invite`, { email: "x@example.com", role: "lead" })).status).to.equal(
      200,
    );
    const key = { label: "mine", storeId: site.shop.id, days: "0", permissions: "canviewinvoices" };
    await lead.get("/owner");
    expect((await lead.send("/owner/keys", key)).status, "without canmanageapikeys").to.equal(403);
    expect(await site.gateway.persistence.keys.list(9)).to.deep.equal([]);
  });

  it("removed people lose access at once, and the last owner stays even when there is an administrator", async () => {
    const viewer = await colleague(site, owner, "viewer");
    const user = (await site.gateway.persistence.users.named(COLLEAGUE.name))!;
    expect((await viewer.get(`/owner/invoices?store=${site.shop.id}`)).status).to.equal(200);
    await owner.get(people);
    await owner.send(`${people}/remove`, { userId: user.id });
    expect((await viewer.get("/owner/invoices")).status).to.equal(404);

    const second = await colleague(site, owner, "owner", "second@example.com");
    const secondId = (await site.gateway.persistence.users.named("second@example.com"))!.id;
    await second.get(people);
    const demoted = { userId: secondId, role: "viewer" };
    const refused = await second.send(`${people}/role`, demoted);
    expect([refused.status, refused.text].join(" ")).to.match(/^409 [^]*last owner/);
    await colleague(site, owner, "owner", "third@example.com");
    expect((await second.send(`${people}/role`, demoted)).status).to.equal(303);
    expect((await second.get(people)).status, "the last act of an owner").to.equal(403);
  });

  it("are in the audit log with what they did, and no secret is", async () => {
    await colleague(site, owner, "cashier");
    await owner.get("/owner");
    const key = { label: "till", storeId: site.shop.id, days: "30", permissions: "canviewinvoices" };
    const made = await owner.send("/owner/keys", key);
    const secret = /ct_test_\w+/.exec(made.text)?.[0] ?? "";
    const { text } = await owner.get("/owner/audit-log");
    for (const action of ["user.invited", "account.set", "session.begun", "key.created"])
      expect(text).to.include(action);
    const file = (await owner.get("/owner/audit-log.csv")).text;
    expect(file.split("\r\n")[0]).to.match(/^seq,at,actor_kind,/);
    for (const hidden of [PASSWORD, COLLEAGUE.password, secret]) {
      expect(hidden).not.to.equal("");
      expect(`${text}${file}`).not.to.include(hidden);
    }
    expect((await owner.get(`/owner/audit-log?action=key.`)).text).to.include("<code>key.created").and.not.to.include("<code>user.invited"); // prettier-ignore
  });
});

describe("an account", () => {
  let site: Site;
  let owner: Visitor;
  beforeEach(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
  });

  const codeAt = (secret: string, at: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

  /** Sets up one-time passwords as a user does, and gives the secret and the recovery codes. */
  async function withTotp(visitor: Visitor) {
    await visitor.get("/owner/account");
    const offer = await visitor.send("/owner/account/totp/offer", {});
    const secret = (/<code>((?:[A-Z2-7]{4} ?)+)<\/code>/.exec(offer.text)?.[1] ?? "").replaceAll(" ", "");
    const { text } = await visitor.send("/owner/account/totp", { code: codeAt(secret, site.clock()) });
    expect(textOf(text)).to.include("The authenticator app is on.");
    expect(text).to.include('download="crosstill-recovery-codes.txt"');
    const codes = [...text.matchAll(/<li>(\w{10})<\/li>/g)].map(([, code = ""]) => code);
    return { secret, codes };
  }

  it("asks for a second factor once it is set up; each code works once", async () => {
    const { secret, codes } = await withTotp(owner);
    expect(codes).to.have.length(10);
    const visitor = site.visitor();
    const half = await visitor.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    expect(half.headers["location"]).to.include("/owner/sign-in/second-factor");
    expect((await visitor.get("/owner")).status, "nothing is open yet").to.equal(303);
    const used = codeAt(secret, site.clock());
    expect((await visitor.send("/owner/sign-in/second-factor", { code: used })).status, "used at the setup").to.equal(401); // prettier-ignore
    site.clock.advance(30_000);
    const cookie = visitor.cookie();
    const code = codeAt(secret, site.clock());
    expect((await visitor.send("/owner/sign-in/second-factor", { code })).status).to.equal(303);
    expect(visitor.cookie(), "another session").not.to.equal(cookie);
    expect((await visitor.get("/owner")).status).to.equal(200);

    const thief = site.visitor();
    await thief.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    expect((await thief.send("/owner/sign-in/second-factor", { code })).status, "replayed").to.equal(401);
    const [recovery = ""] = codes;
    expect((await thief.send("/owner/sign-in/second-factor", { code: recovery })).status).to.equal(303);
    const again = site.visitor();
    await again.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    expect((await again.send("/owner/sign-in/second-factor", { code: recovery })).status, "used up").to.equal(
      401,
    );
  });

  it("is not guessed: codes are few in a quarter of an hour, and the step lasts five minutes", async () => {
    await withTotp(owner);
    const visitor = site.visitor();
    await visitor.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    const answers = [];
    for (let tries = 0; tries < 12; tries++)
      answers.push(
        (await visitor.send("/owner/sign-in/second-factor", { code: `00000${tries % 10}` })).status,
      );
    expect(answers.slice(0, 10)).to.deep.equal(Array.from({ length: 10 }, () => 401));
    expect(answers.slice(10)).to.deep.equal([429, 429]);
    site.clock.advance(5 * MINUTE_MS);
    const late = await visitor.send("/owner/sign-in/second-factor", { code: "000000" });
    expect(late.headers["location"]).to.equal("/owner/sign-in");
  });

  it("asks for the password again before what opens doors, and then does what was asked for", async () => {
    site.clock.advance(11 * MINUTE_MS);
    await owner.get("/owner");
    const key = {
      label: "till",
      storeId: site.shop.id,
      days: "30",
      permissions: ["canviewinvoices", "cancreateinvoice"],
    };
    const asked = await owner.send("/owner/keys", key);
    expect(textOf(asked.text)).to.include("Confirm that it is you");
    expect(await site.gateway.persistence.keys.list(9)).to.deep.equal([]);
    const permissions = [...asked.text.matchAll(/name="permissions" value="(\w+)"/g)].map(
      ([, value]) => value,
    );
    expect(permissions).to.deep.equal(["canviewinvoices", "cancreateinvoice"]);
    expect((await owner.send("/owner/confirm", { confirmSecret: "wrong" })).status).to.equal(401);
    const confirmed = await owner.send("/owner/confirm", { confirmSecret: PASSWORD });
    expect([confirmed.status, confirmed.headers["location"]]).to.deep.equal([307, "/owner/keys"]);
    await owner.get("/owner");
    expect((await owner.send("/owner/keys", key)).text).to.include("ct_test_");
  });

  it("changes its password with the old one, which ends all other sessions", async () => {
    const other = site.visitor();
    await other.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    await owner.get("/owner/account");
    const next = { password: "entirely new words here", again: "entirely new words here" };
    expect((await owner.send("/owner/account/password", { current: "wrong", ...next })).status).to.equal(401);
    for (const weak of ["short", "passwordpassword", "qwertyuiop123456", NAME.repeat(20).slice(0, 12)]) {
      const refused = await owner.send("/owner/account/password", {
        current: PASSWORD,
        password: weak,
        again: weak,
      });
      if (weak !== NAME.repeat(20).slice(0, 12)) expect(refused.status, weak).to.equal(422);
    }
    expect((await owner.send("/owner/account/password", { current: PASSWORD, ...next })).status).to.equal(
      303,
    );
    expect((await owner.get("/owner")).status).to.equal(200);
    expect((await other.get("/owner")).status).to.equal(303);
  });

  it("shows where it is signed in, and signs out there", async () => {
    const other = site.visitor();
    await other.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    const { text } = await owner.get("/owner/account");
    const [, id] = /\/owner\/account\/sessions\/(\w+)\/end"/.exec(text) ?? [];
    await owner.send(`/owner/account/sessions/${id}/end`, {});
    expect((await other.get("/owner")).status).to.equal(303);
    expect((await owner.get("/owner")).status).to.equal(200);
  });

  it("must set up a second factor where its role says so, before anything else", async () => {
    const people = `/owner/stores/${site.shop.id}/people`;
    await owner.get(people);
    await owner.send(`${people}/own-role`, {
      name: "careful",
      permissions: "canviewinvoices",
      twoFactors: "yes",
    });
    const careful = await colleague(site, owner, "careful");
    for (const path of ["/owner", "/owner/invoices"])
      expect((await careful.get(path)).headers["location"], path).to.include("/owner/account?needed");
    const { secret } = await withTotp(careful);
    expect(secret).to.match(/^[A-Z2-7]{32}$/);
    expect((await careful.get("/owner/invoices")).status).to.equal(200);
  });

  it("brings the hidden fields of its forms only to its own session", async () => {
    const stranger = site.visitor();
    const { text } = await owner.get("/owner/account");
    const { formToken = "" } = hiddenFields(text);
    for (const path of [
      "/owner/account/password",
      "/owner/account/totp/offer",
      "/owner/account/sessions/end-others",
    ]) {
      const { headers } = await stranger.send(path, { formToken });
      expect(headers["location"], path).to.include("/owner/sign-in");
    }
  });
});
