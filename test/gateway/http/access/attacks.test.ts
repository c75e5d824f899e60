import { expect } from "chai";
import { Secret, TOTP } from "otpauth";
import { DAY_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { newInvitation, newResetLink } from "../../../../src/gateway/usecases/access/accessLinks.ts";
import { beginTotp, offerTotp } from "../../../../src/gateway/usecases/access/secondFactor.ts";
import {
  hashPassword,
  isPassword,
  type PasswordWork,
} from "../../../../src/gateway/usecases/access/passwords.ts";
import { signIn } from "../../../../src/gateway/usecases/access/signIn.ts";
import { createAuthenticator } from "../../../support/authenticator.ts";
import { textOf } from "../../../browser/readPage.ts";
import { atRealCost } from "../../../support/passwordCost.ts";
import { NAME, openSite, PASSWORD, signedInOwner, type Site, type Visitor } from "../ownerPages.ts";

const SITE = "http://localhost:3000";
const SECOND_FACTOR = "/owner/sign-in/second-factor";
const credentials = { name: NAME, password: PASSWORD };

describe("attacks on signing in", () => {
  let site: Site;
  let owner: Visitor;
  beforeEach(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
  });

  const ada = async () => (await site.gateway.persistence.users.named(NAME))!;

  /** Sets one-time passwords up, and gives what the authenticator shows at a time, and the recovery codes. */
  async function withTotp() {
    const user = await ada();
    const { sealed, secret } = offerTotp(site.gateway, user);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const codeNow = () => totp.generate({ timestamp: site.clock() });
    const recovery = (await beginTotp(site.gateway, user, sealed, codeNow()))!;
    site.clock.advance(MINUTE_MS / 2);
    return { codeNow, recovery };
  }

  async function halfSignedIn(): Promise<Visitor> {
    const visitor = site.visitor();
    expect((await visitor.send("/owner/sign-in", credentials)).headers["location"]).to.include(SECOND_FACTOR);
    return visitor;
  }

  describe("session fixation", () => {
    it("signing in makes a new session, and a planted one stays what it was", async () => {
      const planted = owner.cookie(); // the attacker's own session, put into the victim's browser
      const victim = site.visitor();
      await victim.send("/owner/sign-in", credentials, { cookie: planted });
      expect(victim.cookie()).to.match(/^crosstill=\w{43}$/).and.not.to.equal(planted);
      const invented = `crosstill=${"A".repeat(43)}`;
      const other = site.visitor();
      await other.send("/owner/sign-in", credentials, { cookie: invented });
      const { status } = await site.visitor().send("/owner/account/sessions/end-others", {}, { cookie: invented });
      expect([status, other.cookie() === invented]).to.deep.equal([303, false]);
      expect((await other.get("/owner")).status).to.equal(200);
    }); // prettier-ignore

    it("the session of before the second factor opens nothing, before it and after", async () => {
      const { codeNow } = await withTotp();
      const visitor = await halfSignedIn();
      const half = visitor.cookie();
      expect((await visitor.send(SECOND_FACTOR, { code: codeNow() })).status).to.equal(303);
      const { headers } = await site.visitor().send("/owner/sign-out", {}, { cookie: half });
      expect(headers["location"]).to.include("/owner/sign-in?to=");
    });
  });

  describe("brute force", () => {
    it("of codes and of recovery codes ends after ten in a quarter of an hour, over however many sign-ins", async () => {
      const { recovery } = await withTotp();
      const answers: number[] = [];
      for (let tries = 0; tries < 11; tries++) {
        const code = tries % 2 === 0 ? `00000${tries % 10}` : `2222222${tries}AB`.slice(-10);
        answers.push((await (await halfSignedIn()).send(SECOND_FACTOR, { code })).status);
      }
      expect(answers).to.deep.equal([...Array.from({ length: 10 }, () => 401), 429]);
      const visitor = await halfSignedIn();
      expect(
        (await visitor.send(SECOND_FACTOR, { code: recovery[0]! })).status,
        "the right one too",
      ).to.equal(429);
      site.clock.advance(15 * MINUTE_MS);
      expect((await (await halfSignedIn()).send(SECOND_FACTOR, { code: recovery[0]! })).status).to.equal(303);
    });

    it("of the password by a stolen session ends after five, where it is asked again and where it is changed", async () => {
      await owner.get("/owner/account");
      const next = { password: "entirely new words here", again: "entirely new words here" };
      const answers: number[] = [];
      for (let tries = 0; tries < 6; tries++)
        answers.push(
          (await owner.send("/owner/account/password", { current: `wrong ${tries}`, ...next })).status,
        );
      expect(answers).to.deep.equal([401, 401, 401, 401, 401, 429]);
      expect((await owner.send("/owner/account/password", { current: PASSWORD, ...next })).status).to.equal(
        429,
      );
      const confirming: string[] = [];
      for (let tries = 0; tries < 6; tries++)
        confirming.push((await owner.send("/owner/confirm", { confirmSecret: `wrong ${tries}` })).text);
      expect(confirming.slice(0, 5).join("")).not.to.include("Too many attempts");
      expect(confirming[5]).to.include("Too many attempts");
    });
  });

  describe("a stolen session and password", () => {
    const PROTECTED = ["totp/offer", "totp/end", "recovery-codes", "passkeys/no-such-passkey/remove"];

    it("change no second factor: each of these forms asks for the present one", async () => {
      const { codeNow } = await withTotp();
      site.clock.advance(11 * MINUTE_MS);
      await owner.get("/owner/account");
      for (const form of PROTECTED) {
        const asked = await owner.send(`/owner/account/${form}`, {});
        expect(textOf(asked.text), form).to.include("Code from your authenticator app, or a recovery code");
        expect(asked.text).not.to.include('type="password"');
      }
      const refused = await owner.send("/owner/confirm", { confirmSecret: PASSWORD });
      expect(refused.status).to.equal(401);
      expect(textOf(refused.text)).to.include("This second factor was not accepted.");
      await owner.send("/owner/account/totp/end", {});
      expect((await ada()).totp, "still on").not.to.equal(undefined);

      const to = "/owner/account/totp/end";
      const confirmed = await owner.send("/owner/confirm", { confirmTo: to, confirmSecret: codeNow() });
      expect([confirmed.status, confirmed.headers["location"]]).to.deep.equal([307, to]);
      await owner.get("/owner/account");
      await owner.send(to, {});
      expect((await ada()).totp).to.equal(undefined);
    });

    it("remove no passkey: the passkey itself confirms it, and another user's does not", async () => {
      const passkey = createAuthenticator(SITE, (await ada()).id);
      const stranger = createAuthenticator(SITE, "stranger");
      const post = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
        await owner.get("/owner/account");
        return owner.send(path, fields);
      };
      const challenge = async (path: string) =>
        (JSON.parse((await post(path)).text) as Readonly<{ challenge: string }>).challenge;
      const credential = JSON.stringify(passkey.register(await challenge("/owner/account/passkeys/options")));
      await post("/owner/account/passkeys", { label: "Phone", credential });
      site.clock.advance(11 * MINUTE_MS);
      const [{ id = "" } = {}] = await site.gateway.persistence.passkeys.ofUser((await ada()).id);
      const to = `/owner/account/passkeys/${id}/remove`;
      expect(textOf((await post(to)).text)).to.include("Use a passkey instead");
      const confirm = async ({ signIn: sign }: typeof passkey) => {
        const answer = JSON.stringify(sign(await challenge("/owner/confirm/options")));
        return post("/owner/confirm", { confirmTo: to, confirmCredential: answer });
      };
      expect((await confirm(stranger)).status).to.equal(401);
      expect((await confirm(passkey)).status).to.equal(307);
      await post(to);
      expect(await site.gateway.persistence.passkeys.ofUser((await ada()).id)).to.deep.equal([]);
    });
  });

  describe("enumeration of users", () => {
    it("finds the same answer for a wrong password, an unknown name and a disabled user", async () => {
      const user = await ada();
      const ask = async (name: string) => {
        site.clock.advance(15 * MINUTE_MS);
        const { status, text } = await site.visitor().send("/owner/sign-in", { name, password: "wrong" });
        return [status, text.replaceAll(name, "NAME").replace(/nonce="[^"]*"/g, "")];
      };
      const known = await ask(NAME);
      expect(await ask("Bob")).to.deep.equal(known);
      await site.gateway.persistence.users.change(user.id, { disabledAt: site.clock() });
      expect(await ask(NAME)).to.deep.equal(known);
      const right = await site.visitor().send("/owner/sign-in", credentials);
      expect([right.status, right.text.includes("Name and password do not belong together.")]).to.deep.equal([401, true]);
    }); // prettier-ignore

    it("finds the same work: one hash at the cost of a real one, also for an unknown name and a disabled user", async () => {
      const done: string[] = [];
      const work: PasswordWork = {
        verify: async (hash) => {
          done.push(`verify at ${costOf(String(hash))}`);
          return false;
        },
        hashPassword: async (password, random) => {
          const hash = await hashPassword(password, random);
          done.push(`hash at ${costOf(hash)}`);
          return hash;
        },
      };
      await atRealCost(async () => {
        const hashed = await hashPassword(PASSWORD, site.gateway.random);
        for (const hash of [hashed, undefined])
          expect(await isPassword("wrong", hash, site.gateway.random, work)).to.equal(false);
      });
      expect(done).to.deep.equal(["verify at m=19456,t=2,p=1", "hash at m=19456,t=2,p=1"]);
    });

    it("finds at sign-in that a password is hashed for each name without one", async () => {
      const salts = async (name: string) => {
        const drawn: number[] = []; // only a new hash draws a salt; a known user's is in the hash that is kept
        const random = (bytes: number) => (drawn.push(bytes), site.gateway.random(bytes));
        const found = await signIn({ ...site.gateway, random }, name, "wrong", { address: "", agent: "" });
        expect(found).to.equal(undefined);
        return drawn;
      };
      expect([await salts(NAME), await salts("Bob")]).to.deep.equal([[], [16]]);
      await site.gateway.persistence.users.change((await ada()).id, { disabledAt: site.clock() });
      expect(await salts(NAME)).to.deep.equal([16]);
    });

    it("finds the same page behind links that were used, have expired or never were", async () => {
      const user = await ada();
      const invitation = {
        email: "grace@example.com",
        storeId: site.shop.id,
        role: "viewer",
        createdBy: user.id,
      };
      const used = await newInvitation(site.gateway, invitation);
      const setup = { name: "Grace", password: "another few words here", again: "another few words here" };
      expect((await site.visitor().send("/owner/setup", { token: used, ...setup })).status).to.equal(303);
      const old = [
        await newInvitation(site.gateway, invitation),
        await newResetLink(site.gateway, user.id, user.id),
      ];
      site.clock.advance(8 * DAY_MS);
      const pages = [];
      for (const token of [used, ...old, "A".repeat(43), "", "x"]) {
        const { status, text } = await site.visitor().get(`/owner/setup?token=${token}`);
        pages.push([status, text.replace(/nonce="[^"]*"/g, "")]);
        const sent = await site.visitor().send("/owner/setup", { token, ...setup, name: "Third" });
        expect(sent.status, token).to.equal(410);
      }
      for (const page of pages) expect(page).to.deep.equal(pages[0]);
      expect(pages[0]?.[0]).to.equal(410);
    });

    it("finds no passkeys of a name: a browser is asked for any of the site's", async () => {
      const { text } = await site.visitor().send("/owner/sign-in/passkey/options", { name: NAME });
      expect((JSON.parse(text) as { allowCredentials?: unknown[] }).allowCredentials).to.deep.equal([]);
    });
  });

  describe("replay", () => {
    const challengeOf = async (visitor: Visitor, path: string) =>
      (JSON.parse((await visitor.send(path, {})).text) as { challenge: string }).challenge;
    const signInWith = (visitor: Visitor, answer: object) =>
      visitor.send("/owner/sign-in/passkey", { credential: JSON.stringify(answer) });

    it("of a passkey's answer opens nothing: a challenge works once, for five minutes, and for what it was made for", async () => {
      const passkey = createAuthenticator(SITE, (await ada()).id);
      await owner.get("/owner/account");
      const { formToken } = { formToken: (await owner.get("/owner/account")).text.match(/name="formToken" value="([^"]+)"/)?.[1] ?? "" };
      const registering = JSON.parse((await owner.send("/owner/account/passkeys/options", { formToken })).text) as { challenge: string };
      const kept = await owner.send("/owner/account/passkeys", { formToken, label: "Phone", credential: JSON.stringify(passkey.register(registering.challenge)) });
      expect(kept.status).to.equal(200);

      const visitor = site.visitor();
      const challenge = await challengeOf(visitor, "/owner/sign-in/passkey/options");
      const answer = passkey.signIn(challenge);
      expect((await signInWith(visitor, answer)).status).to.equal(303);
      expect((await visitor.get("/owner")).status).to.equal(200);
      expect((await signInWith(site.visitor(), answer)).status, "the same answer again").to.equal(401);
      expect((await signInWith(site.visitor(), passkey.signIn(challenge))).status, "signed anew").to.equal(401);
      expect((await signInWith(site.visitor(), passkey.signIn(registering.challenge))).status, "of the registration").to.equal(401);
      const late = await challengeOf(site.visitor(), "/owner/sign-in/passkey/options");
      site.clock.advance(5 * MINUTE_MS);
      expect((await signInWith(site.visitor(), passkey.signIn(late))).status, "too late").to.equal(401);
      const stranger = createAuthenticator(SITE);
      const fresh = await challengeOf(site.visitor(), "/owner/sign-in/passkey/options");
      expect((await signInWith(site.visitor(), stranger.signIn(fresh))).status, "not registered").to.equal(401);
    }); // prettier-ignore

    it("of a passkey's counter that went back is a copied authenticator's", async () => {
      const passkey = createAuthenticator(SITE, (await ada()).id);
      const { formToken } = { formToken: (await owner.get("/owner/account")).text.match(/name="formToken" value="([^"]+)"/)?.[1] ?? "" };
      const { challenge } = JSON.parse((await owner.send("/owner/account/passkeys/options", { formToken })).text) as { challenge: string };
      await owner.send("/owner/account/passkeys", { formToken, label: "Key", credential: JSON.stringify(passkey.register(challenge)) });
      const options = "/owner/sign-in/passkey/options";
      expect((await signInWith(site.visitor(), passkey.signIn(await challengeOf(site.visitor(), options), 7))).status).to.equal(303);
      expect((await signInWith(site.visitor(), passkey.signIn(await challengeOf(site.visitor(), options), 6))).status).to.equal(401);
    }); // prettier-ignore

    it("of a one-time password fails, also at the same moment and in the period after", async () => {
      const { codeNow } = await withTotp();
      const visitors = await Promise.all([1, 2, 3].map(() => halfSignedIn()));
      const code = codeNow();
      const answers = await Promise.all(visitors.map((one) => one.send(SECOND_FACTOR, { code })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 401, 401]);
      site.clock.advance(MINUTE_MS / 2); // the code of the period before is still taken for a clock that is behind
      expect((await (await halfSignedIn()).send(SECOND_FACTOR, { code })).status).to.equal(401);
    });

    it("of a recovery code fails, also at the same moment", async () => {
      const { recovery } = await withTotp();
      const visitors = await Promise.all([1, 2, 3].map(() => halfSignedIn()));
      const answers = await Promise.all(
        visitors.map((one) => one.send(SECOND_FACTOR, { code: recovery[3]! })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 401, 401]);
    });
  });
});

/** The cost that is written into a hash: memory in KiB, passes and lanes. */
function costOf(hash: string): string {
  return hash.split("$")[3] ?? "";
}
