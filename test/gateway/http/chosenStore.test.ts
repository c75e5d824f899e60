import { expect } from "chai";
import { openSite, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

describe("the store that was chosen", () => {
  let site: Site;
  let owner: Visitor;
  let second: string;
  beforeEach(async () => {
    site = await openSite();
    second = (await site.addStore("Book shop")).id;
    owner = await signedInOwner(site);
  });
  const settingsOf = (text: string) => /href="\/owner\/stores\/(?!new")([^"/]+)"/.exec(text)?.[1];

  it("stays chosen on pages that name no store", async () => {
    expect(settingsOf((await owner.get("/owner/account")).text)).to.equal(site.shop.id);
    await owner.get(`/owner/stores/${second}`);
    for (const path of ["/owner/account", "/owner/notifications", "/owner/users", "/owner"]) {
      const { text } = await owner.get(path);
      expect(settingsOf(text), path).to.equal(second);
      expect(text).to.match(/class="side-store"[^>]*>Book shop</);
    }
    await owner.get(`/owner?store=${site.shop.id}`);
    expect(settingsOf((await owner.get("/owner/account")).text)).to.equal(site.shop.id);
  });

  it("is the one whose invoices and audit log a member of several stores gets", async () => {
    const { users, members } = site.gateway.persistence;
    const [user] = await users.list();
    for (const storeId of [site.shop.id, second])
      await members.put({ storeId, userId: user!.id, role: "owner", addedAt: site.clock() });
    await users.change(user!.id, { isAdmin: false });
    const shown = async (path: string) => {
      const { text } = await owner.get(path);
      return [
        /<option value="(\w+)" selected>/.exec(text)?.[1],
        /class="side-store"[^>]*>([^<]+)</.exec(text)?.[1]?.trim(),
      ];
    };
    for (const path of ["/owner/invoices", "/owner/audit-log"]) {
      await owner.get(`/owner/stores/${second}`);
      expect(await shown(path), path).to.deep.equal([second, "Book shop"]);
      await owner.get(`/owner/stores/${site.shop.id}`);
      expect(await shown(path), path).to.deep.equal([site.shop.id, "Tea house"]);
    }
  });

  it("is not changed by the id of a store that is not there", async () => {
    await owner.get(`/owner?store=${second}`);
    const { headers } = await owner.get("/owner?store=unknown");
    expect(String(headers["set-cookie"])).not.to.include("crosstill-store");
    expect(settingsOf((await owner.get("/owner/account")).text)).to.equal(second);
  });

  it("is kept in a cookie that only the server reads, and only over https", async () => {
    const secure = await openSite({ url: "https://pay.example" });
    const { headers } = await (await signedInOwner(secure)).get(`/owner?store=${secure.shop.id}`);
    expect(String(headers["set-cookie"])).to.match(
      /crosstill-store=[\w-]+; Path=\/owner; .*HttpOnly; SameSite=Lax; Secure/,
    );
  });
});
