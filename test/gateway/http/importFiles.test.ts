import { expect } from "chai";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { raw } from "./merchant.ts";

describe("files for other programs over the API", () => {
  let shop: SandboxApp;
  let api: string;
  before(async () => {
    shop = await startSandboxApp();
    api = `/api/v1/stores/${shop.storeId}/exports`;
    shop.clock.advance(2 * MINUTE_MS);
  });
  after(() => shop.close());

  it("say in which currency they are, what they left out, and that no part follows", async () => {
    for (const name of ["koinly", "xero-statement", "quickbooks"]) {
      const { headers } = await raw(shop, "get", `${api}/${name}.csv`).expect(200);
      expect(headers).to.include({ "crosstill-schema": `crosstill.${name}/1`, "crosstill-currency": "USD", "crosstill-left-out": "0" });
      expect(headers).not.to.have.property("crosstill-next-part");
      const ours = [...Object.keys(headers).filter((header) => header.startsWith("crosstill-")), "crosstill-next-part"];
      expect(String(headers["access-control-expose-headers"]).toLowerCase().split(", "), "pages may read them").to.include.members(ours);
    }
    const { headers } = await raw(shop, "get", `${api}/koinly.csv?currency=CHF`).expect(200);
    expect(headers["crosstill-currency"]).to.equal("CHF");
  });

  it("give the journal as plain text, which declares its zone", async () => {
    const { headers, text } = await raw(shop, "get", `${api}/ledger.journal?zone=Europe/Berlin`).expect(200);
    expect(headers["content-type"]).to.include("text/plain");
    expect(text).to.equal("; crosstill.journal/1, days in Europe/Berlin\ndecimal-mark .\n\n");
  });

  it("refuse with a sentence what a file does not have", async () => {
    for (const [ask, path] of [["payments.csv?part=2", "Part"], ["koinly.csv?after=1.x", "After"], ["quickbooks.csv?part=x", "Part"], ["quickbooks.csv?currency=BTC", "Currency"], ["xero-statement.csv?currency=SATS", "Currency"], ["coin-statement.csv?coin=USDC", "Coin"], ["koinly.csv?coin=1:0x00", "Coin"]]) {
      const { body } = await raw(shop, "get", `${api}/${ask}`).expect(422);
      expect(body[0]).to.include({ path, code: "export-refused" });
    }
  });
}); // prettier-ignore
