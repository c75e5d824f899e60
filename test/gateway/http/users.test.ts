import { expect } from "chai";
import { newInvitation } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { textOf } from "../../browser/readPage.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

const PAGE = "/owner/users";
const PASSWORD = "another few words";

describe("the users of the server", () => {
  let site: Site;
  let admin: Visitor;
  let grace: Visitor;
  let id: string;
  beforeEach(async () => {
    site = await openSite();
    admin = await signedInOwner(site);
    const invitation = { email: "g@example.com", storeId: site.shop.id, role: "viewer" };
    const token = await newInvitation(site.gateway, invitation);
    grace = site.visitor();
    await grace.send("/owner/setup", { token, name: "Grace", password: PASSWORD, again: PASSWORD });
    id = (await site.gateway.persistence.users.named("Grace"))!.id;
    await admin.get(PAGE);
  });

  it("are listed for administrators alone, who disable them at once and enable them again", async () => {
    expect(textOf((await admin.get(PAGE)).text))
      .to.include("Grace")
      .and.to.include("g@example.com");
    expect((await grace.get(PAGE)).status).to.equal(404);
    expect((await admin.send(`${PAGE}/${id}/disabled`, { to: "yes" })).status).to.equal(303);
    expect((await grace.get("/owner")).headers["location"]).to.include("/owner/sign-in");
    expect((await grace.send("/owner/sign-in", { name: "Grace", password: PASSWORD })).status).to.equal(401);
    await admin.get(PAGE);
    await admin.send(`${PAGE}/${id}/disabled`, { to: "no" });
    await admin.get(PAGE);
    expect((await grace.send("/owner/sign-in", { name: "Grace", password: PASSWORD })).status).to.equal(303);
    expect((await admin.send(`${PAGE}/unknown/disabled`, { to: "yes" })).status).to.equal(404);
  });

  it("become administrators and no longer; the last one stays", async () => {
    const own = (await site.gateway.persistence.users.named("Ada"))!.id;
    for (const form of ["admin", "disabled"]) {
      const { status, text } = await admin.send(`${PAGE}/${own}/${form}`, {
        to: form === "admin" ? "no" : "yes",
      });
      expect([status, textOf(text).includes("the server's last administrator")], form).to.deep.equal([
        409,
        true,
      ]);
    }
    await admin.send(`${PAGE}/${id}/admin`, { to: "yes" });
    expect((await grace.get(PAGE)).status).to.equal(200);
    await grace.send(`${PAGE}/${own}/admin`, { to: "no" });
    expect((await admin.get(PAGE)).status).to.equal(404);
  });

  it("get a link for a new password, which ends their sessions", async () => {
    const { text } = await admin.send(`${PAGE}/${id}/reset`, {});
    const link = /\/owner\/setup\?token=\w+/.exec(text)?.[0] ?? "";
    const anew = site.visitor();
    await anew.get(link);
    const password = "entirely new words here";
    expect((await anew.send("/owner/setup", { name: "Grace", password, again: password })).status).to.equal(
      303,
    );
    expect((await grace.get("/owner")).headers["location"]).to.include("/owner/sign-in");
    expect((await anew.get("/owner")).status).to.equal(200);
  });

  it("who are administrators must set up a second factor where the server asks for it", async () => {
    await admin.send(`${PAGE}/two-factors`, { to: "yes" });
    expect((await admin.get(PAGE)).headers["location"]).to.include("/owner/account?needed");
    expect((await grace.get("/owner")).status).to.equal(200);
  });
});
