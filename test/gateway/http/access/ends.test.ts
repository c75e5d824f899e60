import { expect } from "chai";
import { Secret, TOTP } from "otpauth";
import { newInvitation } from "../../../../src/gateway/usecases/access/accessLinks.ts";
import type { User } from "../../../../src/gateway/domain/access/user.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { textOf } from "../../../browser/readPage.ts";
import { NAME, openSite, PASSWORD, signedInOwner, type Site, type Visitor } from "../ownerPages.ts";

describe("the rights of a person", () => {
  let site: Site;
  let owner: Visitor;
  let people: string;
  beforeEach(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
    people = `/owner/stores/${site.shop.id}/people`;
  });

  type Fields = Readonly<Record<string, string | readonly string[]>>;
  const post = async (path: string, fields: Fields, by = owner) => {
    await by.get("/owner/account");
    return by.send(path, fields);
  };
  const join = async (role: string, name: string): Promise<{ visitor: Visitor; user: User }> => {
    const wanted = { email: `${name}@example.com`, storeId: site.shop.id, role };
    const token = await newInvitation(site.gateway, wanted);
    const visitor = site.visitor();
    await visitor.send("/owner/setup", { token, name, password: PASSWORD, again: PASSWORD });
    return { visitor, user: (await site.gateway.persistence.users.named(name))! };
  };
  describe("to change roles", () => {
    beforeEach(async () => {
      await post(`${people}/own-role`, { name: "lead", permissions: ["canmanageusers", "canviewinvoices"] });
    });

    it("do not reach a role that allows more than they have", async () => {
      await post(`${people}/own-role`, {
        name: "boss",
        permissions: ["canviewinvoices", "canmanagepayouts"],
      });
      const { visitor } = await join("lead", "Grace");
      const { status, text } = await post(
        `${people}/own-role`,
        { name: "boss", permissions: "canviewinvoices" },
        visitor,
      );
      expect([status, textOf(text)].join(" ")).to.match(
        /^422 .*The role boss allows more than you may do yourself/,
      );
      const roles = await site.gateway.persistence.members.roles();
      expect(roles.find(({ name }) => name === "boss")?.permissions).to.include("canmanagepayouts");
    });

    it("do not lift the duty of a second factor, which an owner may do", async () => {
      const careful = { name: "careful", permissions: "canviewinvoices" };
      await post(`${people}/own-role`, { ...careful, twoFactors: "yes" });
      const { visitor } = await join("lead", "Grace");
      expect((await post(`${people}/own-role`, careful, visitor)).status).to.equal(422);
      expect((await post(`${people}/own-role`, careful)).status).to.equal(303);
    });
  });

  it("to invite are ten an hour in a store", async () => {
    const invite = () => post(`${people}/invite`, { email: "x@example.com", role: "viewer" });
    for (let made = 0; made < 10; made++) expect((await invite()).status).to.equal(200);
    const { status, text } = await invite();
    expect([status, textOf(text)].join(" ")).to.match(/^429 .*Try again in 60 min/);
    site.clock.advance(HOUR_MS);
    await owner.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    expect((await invite()).status).to.equal(200);
  });

  describe("with a second factor", () => {
    const codeOf = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.clock() });
    const offer = async (by = owner) => {
      const { text } = await post("/owner/account/totp/offer", {}, by);
      const secret = (/<code>((?:[A-Z2-7]{4} ?)+)<\/code>/.exec(text)?.[1] ?? "").replaceAll(" ", "");
      return { secret, sealed: /name="sealed" value="([^"]+)"/.exec(text)?.[1] ?? "" };
    };

    it("are opened by no text but the offer of this user, of the last half hour", async () => {
      const { visitor, user } = await join("owner", "Grace");
      const own = await offer();
      const foreign = await offer(visitor);
      const { seal } = site.gateway.secrets;
      const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
      const wrong = ["", "x", secret, seal(secret), seal("the password of a mail server"), foreign.sealed];
      wrong.push(`${own.sealed.slice(0, -4)}AAAA`, seal(`totp ${user.id} 9999999999999 ${secret}`));
      for (const sealed of wrong) {
        const { status, text } = await post("/owner/account/totp", { sealed, code: codeOf(secret) });
        expect([status, textOf(text)].join(" "), sealed).to.match(/^422 .*Begin the setup again/);
        expect(text, sealed).not.to.include("mail server");
      }
      site.clock.advance(29 * MINUTE_MS);
      await owner.send("/owner/sign-in", { name: NAME, password: PASSWORD });
      site.clock.advance(MINUTE_MS);
      const late = await post("/owner/account/totp", { sealed: own.sealed, code: codeOf(own.secret) });
      expect(late.status, "after half an hour").to.equal(422);
      expect((await site.gateway.persistence.users.named(NAME))?.totp).to.equal(undefined);
    });

    it("begin anew: turning it on ends the sessions elsewhere", async () => {
      const other = site.visitor();
      await other.send("/owner/sign-in", { name: NAME, password: PASSWORD });
      expect((await other.get("/owner")).status).to.equal(200);
      const { secret, sealed } = await offer();
      expect((await owner.send("/owner/account/totp", { sealed, code: codeOf(secret) })).status).to.equal(
        200,
      );
      expect((await other.get("/owner")).headers["location"]).to.include("/owner/sign-in");
      expect((await owner.get("/owner")).status).to.equal(200);
    });
  });
});
