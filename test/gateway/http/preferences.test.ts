import { expect } from "chai";
import { openSite, PASSWORD, signedInOwner } from "./ownerPages.ts";

describe("what a person chooses for the owner's pages", () => {
  it("is a language, in which the pages then are, whatever the browser asks for", async () => {
    const owner = await signedInOwner(await openSite());
    await owner.get("/owner/account");
    const { status, headers } = await owner.send("/owner/account/language", { language: "ar" });
    expect([status, headers["location"]]).to.deep.equal([303, "/owner/account?done=saved#language"]);
    const { text } = await owner.get("/owner/account");
    expect(text).to.include(`<html lang="ar" dir="rtl"`);
    expect(text).to.include(`<option value="ar" selected lang="ar">العربية</option>`);

    await owner.send("/owner/account/language", { language: "" });
    expect((await owner.get("/owner/account")).text).to.include(`<html lang="en" dir="ltr"`);
  });

  it("is a theme, which stands in the page's first bytes, and leads back to where it was chosen", async () => {
    const owner = await signedInOwner(await openSite());
    await owner.get("/owner/invoices");
    const { headers } = await owner.send("/owner/account/theme", { theme: "dark" });
    expect(headers["location"]).to.equal("/owner/invoices");
    const dark = (await owner.get("/owner/invoices")).text;
    expect(dark)
      .to.include(`data-theme="dark"`)
      .and.to.match(/dark\.css[^>]* media="screen">/);

    await owner.send("/owner/account/theme", { theme: "system" });
    const system = (await owner.get("/owner/invoices")).text;
    expect(system).to.include("(prefers-color-scheme: dark)");
    expect(system).to.not.match(/<html[^>]* data-theme/);
  });

  it("keeps each choice beside the other, and only what the pages know", async () => {
    const site = await openSite();
    const owner = await signedInOwner(site);
    await owner.get("/owner/account");
    await owner.send("/owner/account/language", { language: "de" });
    await owner.get("/owner/account");
    await owner.send("/owner/account/theme", { theme: "light" });
    const [user] = await site.gateway.persistence.users.list();
    expect(user?.preferences).to.deep.equal({ language: "de", theme: "light" });

    await owner.get("/owner/account");
    await owner.send("/owner/account/language", { language: "tlh" });
    await owner.get("/owner/account");
    await owner.send("/owner/account/theme", { theme: `"><script>` });
    const [changed] = await site.gateway.persistence.users.list();
    expect(changed?.preferences).to.deep.equal({});
  });

  it("leads to no other site", async () => {
    const owner = await signedInOwner(await openSite());
    await owner.get("/owner/account");
    const { headers } = await owner.send("/owner/account/theme", {
      theme: "dark",
      returnTo: "https://elsewhere.example",
    });
    expect(headers["location"]).to.equal("/owner");
  });
});

describe("what a form says", () => {
  it("it has done comes from a list: an address puts no words on a page", async () => {
    const owner = await signedInOwner(await openSite());
    expect((await owner.get("/owner/account?done=saved")).text).to.include("Saved.");
    for (const key of ["Send%20your%20password%20to%20us", "constructor", "toString"]) {
      const { text } = await owner.get(`/owner/account?done=${key}`);
      expect(text, key).to.not.include(`class="toast"`);
    }
  });

  it("is wrong stands beside its field, and what was typed stays", async () => {
    const owner = await signedInOwner(await openSite());
    await owner.get("/owner/account");
    const bad = await owner.send("/owner/account/email", { email: "no address" });
    expect(bad.status).to.equal(422);
    expect(bad.text).to.match(
      /<input id="field-email" name="email" value="no address"[^>]* aria-describedby="field-email-error" aria-invalid="true">/,
    );
    expect(bad.text).to.include(`id="field-email-error" role="alert">Expected an e-mail address`);
    const next = { password: "another four words here", again: "something else entirely" };
    const unequal = await owner.send("/owner/account/password", { current: PASSWORD, ...next });
    expect(unequal.text).to.include(
      `id="field-again-error" role="alert">The two passwords are not the same.`,
    );
  });
});
