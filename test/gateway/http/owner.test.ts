import { expect } from "chai";
import { HOUR_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { atRealCost } from "../../support/passwordCost.ts";
import { NAME, openSite, PASSWORD, signedInOwner, type Site } from "./ownerPages.ts";

const signIn = { name: NAME, password: PASSWORD };

describe("the owner's account", () => {
  let site: Site;
  beforeEach(async () => void (site = await openSite()));
  const isIn = async (visitor: ReturnType<Site["visitor"]>) => (await visitor.get("/owner")).status === 200;

  it("is made by a link that works once, and signs its maker in", async () => {
    const link = await site.newLink();
    const visitor = site.visitor();
    expect((await visitor.get(link)).text).to.include("Make this gateway yours");
    const made = await visitor.send("/owner/setup", { ...signIn, again: PASSWORD });
    expect([made.status, made.headers["location"]]).to.deep.equal([303, "/owner"]);
    expect(textOf((await visitor.get("/owner")).text))
      .to.include("Tea house")
      .and.to.include(NAME);
    const late = site.visitor();
    expect((await late.get(link)).status).to.equal(410);
    const again = await late.send("/owner/setup", { ...signIn, token: link.split("=")[1]!, again: PASSWORD });
    expect(again.status).to.equal(410);
    expect(again.text).to.include("crosstill owner link");
    expect(await isIn(late)).to.equal(false);
  });

  it("is made by the newest link only, and within a day", async () => {
    const [first, second] = [await site.newLink(), await site.newLink()];
    expect((await site.visitor().get(first)).status).to.equal(410);
    site.clock.advance(24 * HOUR_MS - 1);
    expect((await site.visitor().get(second)).status).to.equal(200);
    site.clock.advance(1);
    expect((await site.visitor().get(second)).status).to.equal(410);
  });

  it("has a password of at least twelve characters, typed twice alike; what was typed as the name stays", async () => {
    const visitor = site.visitor();
    await visitor.get(await site.newLink());
    const short = await visitor.send("/owner/setup", { name: NAME, password: "short", again: "short" });
    expect([short.status, textOf(short.text)]).to.satisfy(([status, text]: [number, string]) => status === 422 && text.includes("at least 12 characters; this one has 5"));
    expect(short.text).to.include(`value="${NAME}"`).and.not.to.include("short\"");
    const slip = await visitor.send("/owner/setup", { ...signIn, again: `${PASSWORD}.` });
    expect(textOf(slip.text)).to.include("not the same");
    expect((await visitor.send("/owner/setup", { ...signIn, again: PASSWORD })).status).to.equal(303);
  }); // prettier-ignore

  it("keeps the password as argon2id, and neither it nor a token gets into the log", async () => {
    const visitor = await atRealCost(() => signedInOwner(site));
    const [user] = await site.gateway.persistence.users.list();
    expect(user?.password?.hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await visitor.send("/owner/sign-in", { name: NAME, password: "not the password" });
    const log = site.logged.join("\n");
    for (const secret of [PASSWORD, "not the password", visitor.cookie().split("=")[1]!])
      expect(log).not.to.include(secret);
  });

  it("a new link sets a new password, and ends every session", async () => {
    const before = await signedInOwner(site);
    site.clock.advance(MINUTE_MS);
    const visitor = site.visitor();
    const page = await visitor.get(await site.newLink());
    expect(page.text).to.include("A new password").and.to.include(`value="${NAME}"`);
    expect(await isIn(before), "the link alone changes nothing").to.equal(true);
    const other = "an altogether other one";
    await visitor.send("/owner/setup", { name: NAME, password: other, again: other });
    expect(await isIn(visitor)).to.equal(true);
    expect(await isIn(before)).to.equal(false);
    expect((await site.visitor().send("/owner/sign-in", signIn)).status).to.equal(401);
  });
});

describe("signing in", () => {
  let site: Site;
  before(async () => {
    site = await openSite();
    await signedInOwner(site);
  });
  const come = (from: string, fields: Readonly<Record<string, string>>) =>
    site.visitor().send("/owner/sign-in", fields, { "x-forwarded-for": from });

  it("leads to the page that was asked for, and to none elsewhere", async () => {
    const visitor = site.visitor();
    const asked = await visitor.get("/owner?x=1");
    expect(asked.headers["location"]).to.equal(`/owner/sign-in?to=${encodeURIComponent("/owner?x=1")}`);
    await visitor.get(asked.headers["location"]!);
    const { status, headers } = await visitor.send("/owner/sign-in", { name: "  ada ", password: PASSWORD });
    expect([status, headers["location"]]).to.deep.equal([303, "/owner?x=1"]);
    for (const to of ["https://evil.example", "//evil.example", "/\\evil.example", "/ownerx", "/owner/\n"]) {
      const { headers: told } = await site.visitor().send("/owner/sign-in", { ...signIn, to });
      expect(told["location"], to).to.equal("/owner");
    }
  });

  it("says the same of a wrong name and a wrong password", async () => {
    const answers = [await come("10.0.0.1", { name: "Bob", password: PASSWORD }), await come("10.0.0.2", { name: NAME, password: "wrong" })];
    for (const { status, text } of answers) {
      expect(status).to.equal(401);
      expect(textOf(text)).to.include("Name and password do not belong together.");
    }
  }); // prettier-ignore

  it("is slowed down by address: five attempts in a quarter of an hour, also with the right password", async () => {
    const wrong = { name: NAME, password: "wrong" };
    for (let tries = 0; tries < 5; tries++) expect((await come("10.0.0.9", wrong)).status).to.equal(401);
    const blocked = await come("10.0.0.9", signIn);
    expect([blocked.status, blocked.headers["retry-after"]]).to.deep.equal([429, "900"]);
    expect(textOf(blocked.text)).to.include("Try again in 15 min");
    expect((await come("10.0.0.10", signIn)).status, "elsewhere").to.equal(303);
    site.clock.advance(15 * MINUTE_MS);
    expect((await come("10.0.0.9", signIn)).status).to.equal(303);
  });

  it("is slowed down by name, from however many addresses", async () => {
    const from = (index: number) => come(`10.1.${index}.1`, { name: "Eve", password: "wrong" });
    const statuses: number[] = [];
    for (let index = 0; index < 52; index += 13) {
      const some = Array.from({ length: 13 }, (_, more) => from(index + more));
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 429)).to.have.length(2);
    expect((await come("10.2.0.1", signIn)).status).to.equal(303);
  });

  it("goes on where the owner has signed in before, while others try fifty wrong passwords on the name and on the address", async () => {
    const owner = site.visitor();
    await owner.send("/owner/sign-in", signIn, { "x-forwarded-for": "10.3.0.1" });
    for (let tries = 0; tries < 54; tries++) await come(`10.4.${tries}.1`, { name: NAME, password: "wrong" });
    for (let tries = 0; tries < 6; tries++) await come("10.3.0.1", { name: "Eve", password: "wrong" });
    expect((await come("10.5.0.1", signIn)).status, "a browser that nobody knows").to.equal(429);
    expect((await owner.send("/owner/sign-in", signIn, { "x-forwarded-for": "10.3.0.1" })).status).to.equal(
      303,
    );
    const fields = { name: NAME, password: "wrong" };
    for (let tries = 0; tries < 5; tries++) await owner.send("/owner/sign-in", fields);
    expect((await owner.send("/owner/sign-in", signIn)).status, "a stolen one gets five tries").to.equal(429);
    site.clock.advance(15 * MINUTE_MS);
  }).timeout(60_000);

  it("goes on where the owner has signed in before while hundreds of passwords wait to be looked at", () =>
    atRealCost(async () => {
      const owner = site.visitor();
      await owner.send("/owner/sign-in", signIn, { "x-forwarded-for": "10.6.0.1" });
      const flood = Array.from({ length: 200 }, (_, index) =>
        come(`10.7.${index}.1`, { name: `Eve ${index}`, password: "wrong" }),
      );
      const own = await owner.send("/owner/sign-in", signIn);
      expect(own.status).to.equal(303);
      const answers = await Promise.all(flood);
      const busy = answers.filter(({ text }) => text.includes("at this moment"));
      expect(busy.length, "of which few are looked at").to.be.greaterThan(100);
      expect(busy[0]?.headers["retry-after"]).to.equal("5");
    }));

  it("lasts for half an hour after the last visit, twelve in all, and until the user signs out", async () => {
    const visitor = site.visitor();
    await visitor.send("/owner/sign-in", signIn);
    const first = visitor.cookie();
    for (let visits = 0; visits < 24; visits++) {
      site.clock.advance(29 * MINUTE_MS);
      expect((await visitor.get("/owner")).status, `visit ${visits}`).to.equal(200);
    }
    site.clock.advance(25 * MINUTE_MS);
    expect((await visitor.get("/owner")).status, "after twelve hours").to.equal(303);
    await visitor.send("/owner/sign-in", signIn);
    site.clock.advance(30 * MINUTE_MS);
    expect((await visitor.get("/owner")).status, "idle").to.equal(303);
    await visitor.send("/owner/sign-in", signIn);
    expect(visitor.cookie()).not.to.equal(first);
    const { status, headers } = await visitor.get("/owner");
    expect(status).to.equal(200);
    expect(headers["content-security-policy"]).to.include("frame-ancestors 'none'");
    const taken = visitor.cookie();
    const out = await visitor.send("/owner/sign-out", {});
    expect([out.status, out.headers["set-cookie"]?.[0]]).to.satisfy(([code, set]: [number, string]) => code === 303 && set.includes("Max-Age=0"));
    const thief = site.visitor();
    expect((await thief.send("/owner/sign-out", {}, { cookie: taken })).headers["location"]).to.include("/owner/sign-in?");
  }); // prettier-ignore

  it("gives a cookie that no script reads and no other site sets", async () => {
    const secure = await openSite({ url: "https://pay.example", sandbox: false });
    await signedInOwner(secure);
    const { headers } = await secure.visitor().send("/owner/sign-in", signIn);
    expect(headers["set-cookie"]?.[0]).to.match(/^__Host-crosstill=\w{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
    const here = await site.visitor().send("/owner/sign-in", signIn);
    expect(here.headers["set-cookie"]?.[0]).to.match(/^crosstill=\w{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
    const open = await openSite({ url: "http://192.168.1.5:3000" });
    for (const path of ["/owner", "/owner/sign-in", "/api-keys/authorize"]) {
      const { status, text } = await open.visitor().get(path);
      expect([status, text.includes("https-needed")], path).to.deep.equal([403, true]);
    }
  }); // prettier-ignore
});

describe("a form of the owner's pages", () => {
  it("is taken only from a page of this site, and for the session that it was made for", async () => {
    const site = await openSite();
    const visitor = await signedInOwner(site);
    const forms = ["/owner/keys", "/owner/keys/x/revoke", "/owner/sign-out", "/api-keys/authorize?permissions=unrestricted"];
    for (const path of forms) {
      await visitor.get("/owner");
      for (const origin of ["https://evil.example", "null", "http://localhost:3001"]) {
        expect((await visitor.send(path, {}, { origin })).text, path).to.include("foreign-form");
        await visitor.get("/owner");
      }
      for (const formToken of ["", "0".repeat(64), "ü".repeat(64)]) {
        expect((await visitor.send(path, { formToken })).text, path).to.include("stale-form");
        await visitor.get("/owner");
      }
    }
    expect((await site.visitor().send("/owner/sign-in", signIn, { origin: "null" })).status).to.equal(403);
    expect(await site.gateway.persistence.keys.list(10)).to.deep.equal([]);
  }); // prettier-ignore
});
