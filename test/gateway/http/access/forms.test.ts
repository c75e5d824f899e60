import { expect } from "chai";
import { OWNER_ACCESS } from "../../../../src/gateway/http/owner/ownerAccess.ts";
import { openArea, pathAt, type Area } from "./area.ts";
import { isOwners, nameOf } from "./routes.ts";

/** Made from the routes that there are: a new page or form is tested with the others. */
describe("the owner's pages and forms against other sites", () => {
  let area: Area;
  before(async () => void (area = await openArea()));
  after(() => area.close());

  const forms = () => area.routes.filter((route) => isOwners(route) && route.method !== "GET");
  const visit = () => area.visits.get("administrator")!;

  it("change nothing by any other method than POST", () => {
    expect(new Set(forms().map(({ method }) => method))).to.deep.equal(new Set(["POST"]));
    expect(forms()).to.have.length.above(50);
  });

  it("take no form of another site, and none without an origin", async () => {
    const origins = ["https://elsewhere.example", "null", "", `${area.shop.app.url}.example`];
    for (const [index, route] of forms().entries())
      for (const origin of index === 0 ? origins : origins.slice(0, 1)) {
        const path = pathAt(route, area.places.own);
        const { status, text } = await area.ask(area.shop.url, "POST", path, visit(), { origin });
        expect([status, /foreign-form|must be sent from a page/.test(text)], nameOf(route)).to.deep.equal([
          403,
          true,
        ]);
      }
  });

  it("take no form without the token of the session, nor with that of another session", async () => {
    const { formToken } = area.visits.get("owner")!;
    const tokens = ["", "x", formToken, `${visit().formToken}x`];
    for (const [index, route] of forms()
      .filter((one) => !OWNER_ACCESS[nameOf(one)]?.isOpen)
      .entries())
      for (const wrong of index === 0 ? tokens : tokens.slice(0, 1)) {
        const spoiled = { ...visit(), formToken: wrong };
        const path = pathAt(route, area.places.own);
        const { status, text } = await area.ask(area.shop.url, "POST", path, spoiled);
        expect([status, /stale-form|before you signed in/.test(text)], nameOf(route)).to.deep.equal([
          403,
          true,
        ]);
      }
  });

  it("cannot be framed, sniffed or cached, whatever they answer", async () => {
    const pages = area.routes.filter((route) => isOwners(route) && route.method === "GET");
    for (const route of pages)
      for (const who of [visit(), undefined]) {
        const { headers, status } = await area.ask(area.shop.url, "GET", pathAt(route, area.places.own), who);
        const where = `${nameOf(route)}: ${status}`;
        const policy = headers.get("content-security-policy") ?? "";
        expect(policy, where).to.include("frame-ancestors 'none'").and.to.include("default-src 'none'");
        expect(policy, where).not.to.include("unsafe");
        expect(headers.get("x-frame-options"), where).to.be.oneOf(["SAMEORIGIN", "DENY"]);
        expect(headers.get("x-content-type-options"), where).to.equal("nosniff");
        const isPage = status === 200 && headers.get("content-type")?.startsWith("text/html");
        if (isPage) expect(headers.get("cache-control"), where).to.equal("no-store");
      }
  });
});
