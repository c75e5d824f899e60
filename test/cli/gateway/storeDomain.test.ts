import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { storeDomain } from "../../../src/cli/gateway/storeDomain.ts";
import { PROOF_PATH } from "../../../src/gateway/usecases/signatures/proveDomain.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { invoke } from "../invoke.ts";

describe("crosstill stores domain", function () {
  this.timeout(60_000);
  let shop: MerchantApp;
  let website: http.Server;
  let origin: string;
  let answer: (response: http.ServerResponse) => void = (response) => response.writeHead(404).end();
  const run = (...args: readonly string[]) => invoke(storeDomain, args, { DATA_DIR: shop.dataDir });
  const prove = (domain: string) => run("--store", shop.storeId, "--domain", domain);
  const domainNow = async () => (await shop.app.gateway.persistence.stores.load(shop.storeId))?.domain;

  before(async () => {
    shop = await startMerchantApp();
    website = http.createServer(({ url }, response) => (url === PROOF_PATH ? answer(response) : response.end("{}")));
    await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
  });

  after(async () => {
    website.closeAllConnections();
    website.close();
    await shop.close();
  });

  it("says what the website has to have, and why it is not enough", async () => {
    const absent = await prove(origin);
    expect(absent.notes).to.include(shop.app.gateway.signer.publicKey).and.to.include(shop.storeId);
    expect(absent.error).to.match(/Expected a JSON file at .* answered 404\. Put it there/);
    answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
    expect((await prove(origin)).error, "a redirect").to.include("answered 302");
    answer = (response) => response.end(" ".repeat(20_000));
    expect((await prove(origin)).error, "too large").to.include("No answer");
    expect((await run("--store", "nobody", "--domain", "a.example")).error).to.include("There is no store nobody");
    expect(await domainNow()).to.equal(undefined);
  });

  it("signs with it once the website has it, and without one after none", async () => {
    const { notes } = await prove(origin);
    answer = (response) => response.end(/\{.*$/.exec(notes)?.[0]);
    expect(await prove(origin)).to.include({ result: "Offers are signed as 127.0.0.1.", error: undefined });
    expect(await domainNow()).to.equal("127.0.0.1");
    expect((await prove("none")).result).to.equal("Offers are signed without a domain.");
    expect(await domainNow()).to.equal(undefined);
  });
}); // prettier-ignore
