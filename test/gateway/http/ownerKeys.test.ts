import { expect } from "chai";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { keyDigest } from "../../../src/gateway/usecases/access/keyText.ts";
import { DAY_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

/** The key that a page shows. */
const shownKey = (html: string) => /<pre class="code" id="key"[^>]*>([^<]+)</.exec(html)?.[1] ?? "";

describe("the owner's keys", () => {
  let site: Site;
  let owner: Visitor;
  before(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
  });
  const make = async (fields: Readonly<Record<string, string | readonly string[]>> = {}) => {
    await owner.get("/owner/keys");
    const typed = { label: "till", storeId: site.shop.id, days: "0", permissions: ["cancreateinvoice"] };
    return owner.send("/owner/keys", { ...typed, ...fields });
  };

  it("are shown once, kept as a digest, and listed by their beginning", async () => {
    const page = await make({ permissions: ["cancreateinvoice", "canviewinvoices"] });
    const key = shownKey(page.text);
    expect(key).to.match(/^ct_test_[A-Za-z0-9]{43}_[0-9a-f]{8}$/);
    expect(await site.gateway.persistence.keys.find(keyDigest(key))).to.deep.include({
      ...{ label: "till", storeId: site.shop.id, permissions: ["cancreateinvoice", "canviewinvoices"] },
    });
    const list = (await owner.get("/owner/keys")).text;
    expect(list).not.to.include(key);
    expect(textOf(list))
      .to.include(`${key.slice(0, 12)}…`)
      .and.to.include("never used");
  });

  it("of a form that is sent twice are one", async () => {
    await owner.get("/owner/keys");
    const typed = { label: "twice", storeId: site.shop.id, days: "0", permissions: "cancreateinvoice" };
    const keyId = (await site.gateway.persistence.keys.list(1))[0]!.id.replace(/.$/, "x");
    const { text } = await owner.send("/owner/keys", { ...typed, keyId });
    expect(shownKey(text)).not.to.equal("");
    const again = await owner.send("/owner/keys", { ...typed, keyId });
    expect(again.text).to.include("That key was made already");
    const made = (await site.gateway.persistence.keys.list(50)).filter(({ label }) => label === "twice");
    expect(made).to.have.length(1);
  });

  it("need a label, a store that there is, and something that they may do; what was typed stays", async () => {
    const wrong = [{ label: "" }, { label: "x".repeat(101) }, { storeId: "nobody" }, { permissions: "canfly" }, { permissions: [] }, { days: "7" }];
    for (const fields of wrong) {
      const { status, text } = await make({ label: "typed", ...fields });
      expect(status, JSON.stringify(fields)).to.equal(422);
      expect(text).to.include('role="alert"');
    }
    expect((await make({ label: '"><b>', days: "7" })).text).to.include("&quot;&gt;&lt;b&gt;").and.not.to.include("<b>");
  }); // prettier-ignore

  it("expire, and are revoked at once", async () => {
    const key = shownKey((await make({ label: "month", days: "30" })).text);
    const use = () => site.use(key);
    expect(await use()).to.equal("month");
    expect(textOf((await owner.get("/owner/keys")).text)).to.match(/month Tea house · ct_test_\w{4}… · Made by Ada used 2026-11-21 09:00 UTC · expires 2026-12-21 09:00 UTC/);
    site.clock.advance(30 * DAY_MS);
    expect(await use()).to.include("expired on 2026-12-21T09:00:00.000Z");
    await owner.send("/owner/sign-in", { name: "Ada", password: "four words that rhyme" });
    expect(textOf((await owner.get("/owner/keys")).text)).to.include("month expired");
    const { id } = (await site.gateway.persistence.keys.find(keyDigest(key)))!;
    expect((await owner.send(`/owner/keys/${id}/revoke`, {})).status).to.equal(303);
    expect(await use()).to.include("was revoked on");
    expect((await owner.get("/owner/keys")).text).not.to.include(id);
  }); // prettier-ignore

  it("of earlier versions work as before", async () => {
    const key = { id: "old", storeId: site.shop.id, label: "old", permissions: [], revokedAt: undefined };
    const text = `ctk_test_${"a".repeat(43)}`;
    await site.gateway.persistence.keys.create({ key, digest: keyDigest(text), at: 1 });
    expect(await site.use(text)).to.equal("old");
    expect((await owner.get("/owner/keys")).status).to.equal(200);
  });

  it("note their use once a minute, and are told apart when they are mistyped", async () => {
    const { persistence, clock } = site.gateway;
    const key = await issueKey(persistence.keys, site.gateway, { storeId: site.shop.id, label: "", permissions: [] }, "test");
    const noted = async () => (await persistence.keys.find(keyDigest(key)))?.lastUsedAt;
    const at = clock();
    await site.use(key);
    site.clock.advance(59_999);
    await site.use(key);
    expect(await noted()).to.equal(at);
    site.clock.advance(1);
    await site.use(key);
    expect(await noted()).to.equal(at + 60_000);
    const slip = key.replace(/.(?=_\w{8}$)/, (letter) => (letter === "a" ? "b" : "a"));
    for (const text of [slip, key.slice(0, -1), `${key}0`]) expect(await site.use(text), text).to.include("mistyped");
    for (const text of ["ctk_test_unknown", "0".repeat(40)]) expect(await site.use(text)).to.include("is unknown here");
  }); // prettier-ignore
});
