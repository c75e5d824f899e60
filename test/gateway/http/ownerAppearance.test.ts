import { expect } from "chai";
import { disc, painted } from "../domain/branding/images.ts";
import { textOf } from "../../browser/readPage.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

const logo = (data = disc(120)) => ({ name: "logo", data });

describe("the owner's page of a store", () => {
  let site: Site;
  let owner: Visitor;
  let path: string;
  before(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
    path = `/owner/stores/${site.shop.id}`;
  });
  const typed = { name: "Tea house", website: "", supportUrl: "", brandColor: "" };
  const stored = async () => (await site.gateway.persistence.stores.load(site.shop.id))!;

  it("is linked from the overview, and asks who is there", async () => {
    expect((await owner.get("/owner/keys")).text).to.include(`href="${path}"`);
    const { status, headers } = await site.visitor().get(path);
    expect([status, headers["location"]]).to.deep.equal([
      303,
      `/owner/sign-in?to=${encodeURIComponent(path)}`,
    ]);
    expect((await owner.get("/owner/stores/nobody")).status).to.equal(404);
  });

  it("changes name, addresses, colour and logo by one form, and shows them", async () => {
    await owner.get(path);
    const said = { name: "Tea & Co", website: "https://tea.example", supportUrl: "help@tea.example", brandColor: "#AA2255" };
    const { status, headers } = await owner.upload(path, said, logo());
    expect([status, headers["location"]]).to.deep.equal([303, `${path}?saved`]);
    const { name, settings, logo: kept } = await stored();
    expect(name).to.equal("Tea & Co");
    expect(settings.profile).to.deep.include({ website: "https://tea.example", supportUrl: "mailto:help@tea.example", brandColor: "#AA2255" });
    expect(kept).to.include({ width: 96, height: 96 });
    const { text } = await owner.get(`${path}?saved`);
    expect(text).to.include(`src="/brand/${kept!.hash}.png"`).and.to.include("/brand/aa2255.css?v=").and.to.include('value="help@tea.example"');
    expect(textOf(text)).to.include("Saved. Payers see it from now on.");
  }); // prettier-ignore

  it("keeps the logo unless another is sent or it is taken away", async () => {
    await owner.get(path);
    await owner.upload(path, typed, logo());
    const { hash } = (await stored()).logo!;
    await owner.get(path);
    await owner.upload(path, { ...typed, name: "Tea" });
    expect((await stored()).logo?.hash).to.equal(hash);
    await owner.get(path);
    await owner.upload(path, { ...typed, noLogo: "yes" });
    expect((await stored()).logo).to.equal(undefined);
  });

  it("is recorded in the audit log with what was changed, and not where nothing was", async () => {
    const entries = async () => {
      const log = await site.gateway.persistence.auditLog.list({ storeId: site.shop.id, limit: 50 });
      return log.filter(({ action }) => action === "store.changed");
    };
    await owner.get(path);
    await owner.upload(path, typed, logo());
    const before = await entries();
    expect(before[0]?.after).to.include({ name: "Tea house", logo: "96 × 96" });
    await owner.get(path);
    expect((await owner.upload(path, typed)).status).to.equal(303);
    expect(await entries()).to.deep.equal(before);
  });

  it("shows how a logo that is the name itself will stand, and says so", async () => {
    await owner.get(path);
    await owner.upload(path, { ...typed, name: "Tea" }, logo(painted(300, 80, () => [20, 90, 60, 255])));
    const { text } = await owner.get(path);
    expect(text).to.match(/class="store-logo"[^>]* alt="Tea" width="135" height="36"/);
    expect(textOf(text)).to.include("it stands for the name");
  });

  it("says what is wrong, keeps what was typed, and changes nothing", async () => {
    const { name } = await stored();
    const wrong = [
      [{ name: " " }, undefined, "Expected a name"],
      [
        { website: "javascript:alert(1)" },
        undefined,
        "Website: Expected an address that starts with https://",
      ],
      [{ supportUrl: "call us" }, undefined, "Support address: Expected an address"],
      [{ brandColor: "red" }, undefined, "Expected a colour such as #0F3B21"],
      [{ brandColor: "#112233" }, logo(Buffer.from("<svg>")), "Expected a PNG, got an SVG"],
    ] as const;
    for (const [fields, file, why] of wrong) {
      await owner.get(path);
      const { status, text } = await owner.upload(path, { ...typed, name: "Typed anew", ...fields }, file);
      expect(status, why).to.equal(422);
      expect(textOf(text)).to.include(why);
      if (!("name" in fields)) expect(text).to.include('value="Typed anew"');
    }
    expect(await stored()).to.deep.include({ name });
  });

  it("takes its form from itself only, and from this session", async () => {
    await owner.get(path);
    expect((await owner.upload(path, typed, undefined, { origin: "https://evil.example" })).status).to.equal(403);
    await owner.get(path);
    expect((await owner.upload(path, { ...typed, formToken: "other" })).status).to.equal(403);
  }); // prettier-ignore

  it("signs with a domain once the shop's website names the key and the store, and without one when it is taken away", async () => {
    const use = async (domain: string) => {
      await owner.get(path);
      return owner.send(`${path}/domain`, { domain });
    };
    const { text } = await owner.get(path);
    expect(textOf(text)).to.include("Addresses are signed without a domain.");
    const [, file = ""] = /<pre[^>]*>([^<]+)<\/pre>/.exec(text) ?? [];
    const absent = await use("tea.example");
    expect(absent.status).to.equal(422);
    expect(textOf(absent.text)).to.include("Expected a JSON file at https://tea.example/.well-known/crosstill.json. It answered 404.");
    expect(absent.text).to.include('value="tea.example"');
    site.websites.set("https://tea.example/.well-known/crosstill.json", file.replaceAll("&quot;", '"'));
    expect((await use("tea.example")).headers["location"]).to.equal(`${path}?saved`);
    expect((await stored()).domain).to.equal("tea.example");
    expect(textOf((await owner.get(path)).text)).to.include("Addresses are signed as tea.example.");
    expect((await use("")).status).to.equal(303);
    expect((await stored()).domain).to.equal(undefined);
  }); // prettier-ignore
});
