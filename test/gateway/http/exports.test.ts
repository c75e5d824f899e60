import { expect } from "chai";
import { ALL_PERMISSIONS, DEFAULT_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import type { Answer } from "../../../src/gateway/http/answers/scalars.ts";
import type { statementAnswer } from "../../../src/gateway/http/answers/statement.ts";
import { parseDecimal } from "../../../src/values/amount.ts";
import { isoTime, MINUTE_MS } from "../../../src/values/time.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue, raw, secondMerchant, type InvoiceBody } from "./merchant.ts";

let shop: SandboxApp;
let api: string;
let paid: Readonly<{
  invoiceId: string;
  due: string;
  txid: string;
  destination: string;
  settlement: Settlement;
}>;

type Statement = Answer<typeof statementAnswer>;
type Settlement = Readonly<{ amount: string; txHash: string }>;

/** The lines of a file without quotes in it, by the names of its columns. */
function tableOf(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, index) => [names[index], cell])));
}

describe("exports over the API", () => {
  before(async () => {
    shop = await startSandboxApp();
    api = `/api/v1/stores/${shop.storeId}/exports`;
    const changed = await fetch(`${shop.url}/api/v1/stores/${shop.storeId}`, {
      method: "PUT",
      headers: { authorization: `token ${await ownKey()}`, "content-type": "application/json" },
      body: JSON.stringify({ crosstill: { books: { trackedCurrencies: ["eur", "CHF"], zone: "Asia/Tokyo" } } }),
    });
    expect(changed.status).to.equal(200);
    paid = await settled();
    shop.clock.advance(2 * MINUTE_MS);
  });
  after(() => shop.close());

  const ownKey = () => {
    const grant = { storeId: shop.storeId, label: "", permissions: ALL_PERMISSIONS };
    return issueKey(shop.app.gateway.persistence.keys, shop.app.gateway, grant, "test");
  };

  /** One payment, from the invoice to the merchant. */
  async function settled(): Promise<typeof paid> {
    const made = await issue(shop, { metadata: { orderId: "=1+1", color: ["red"] } });
    const { destination, due } = await bitcoinOf(shop, made.id);
    const order = { address: destination, sats: parseDecimal(due, 8).toString() };
    const { txid } = (await shop.control("bitcoin/pay", order)).body as { txid: string };
    await shop.control("bitcoin/mine", { blocks: 1 });
    for (let round = 0; round < 5; round++) {
      shop.clock.advance(2_000);
      await shop.run();
    }
    const { body } = await shop.get(`/invoices/${made.id}`);
    const { status, crosstill } = body as InvoiceBody & { crosstill: { settlements: readonly Settlement[] } };
    expect(status).to.equal("Settled");
    return { invoiceId: made.id, due, txid, destination, settlement: crosstill.settlements[0]! };
  }

  it("give one line for a payment, with both transactions and what arrived, to the unit", async () => {
    const answer = await raw(shop, "get", `${api}/payments.csv`).expect(200);
    expect(answer.headers).to.include({ "crosstill-schema": "crosstill.payments/4", "x-content-type-options": "nosniff" });
    expect(answer.headers["content-type"]).to.include("text/csv");
    expect(answer.headers["content-disposition"]).to.include('filename="payments.csv"');
    const [line, ...rest] = tableOf(answer.text);
    expect(rest).to.deep.equal([]);
    expect(line).to.include({
      schema: "crosstill.payments/4", zone: "Asia/Tokyo", kind: "booked", invoice_id: paid.invoiceId, order_id: "'=1+1",
      ...{ outcome: "settled", method: "BTC-CHAIN", paid_symbol: "BTC", paid_amount: paid.due, paid_txid: paid.txid },
      ...{ paid_address: paid.destination, settled_symbol: "USDC", settled_txid: paid.settlement.txHash },
      ...{ settled_units: paid.settlement.amount, evidence: "verified", price_currency: "USD", refund_txid: "" },
    });
    expect(parseDecimal(line?.["settled_amount"] ?? "", 6).toString()).to.equal(paid.settlement.amount);
  });

  it("give every file, in CSV and as JSON lines with the same cells", async () => {
    for (const name of ["payments", "invoices", "refunds", "ledger", "fees", "unattributed"]) {
      const csv = tableOf((await raw(shop, "get", `${api}/${name}.csv`).expect(200)).text);
      const { body } = await shop.get(`/exports/${name}.jsonl`);
      const json = String(body).split("\n").filter(Boolean).map((line) => JSON.parse(line) as Readonly<Record<string, string | null>>);
      const guarded = (cell: string | null) => (cell?.startsWith("=") ? `'${cell}` : (cell ?? ""));
      expect(json.map((line) => Object.fromEntries(Object.entries(line).map(([key, cell]) => [key, guarded(cell)])))).to.deep.equal(csv);
    }
  });

  it("say what a payment was worth in the currencies that the store tracks, when it was first seen", async () => {
    const [line] = tableOf((await raw(shop, "get", `${api}/payments.csv?zone=store`).expect(200)).text);
    expect(line).to.include({ zone: "Asia/Tokyo", tracked1_currency: "EUR", tracked2_currency: "CHF", tracked3_currency: "" });
    for (const name of ["tracked1", "tracked2"]) {
      const [value, rate] = [Number(line?.[`${name}_value`]), Number(line?.[`${name}_rate`])];
      expect(value).to.be.closeTo(Number(line?.["value"]) * rate, 0.01);
      expect(Date.parse(line?.[`${name}_at`] ?? "") - Date.parse(line?.["paid_at"] ?? "")).to.be.within(0, 10_000);
    }
  });

  it("give times in the zone that is asked for, and metadata as columns", async () => {
    const ask = `${api}/payments.csv?zone=Asia/Kolkata&metadata=orderId,color,none`;
    const { text } = await raw(shop, "get", ask).expect(200);
    expect(text).to.include(",Asia/Kolkata,booked,").and.to.match(/,\d{4}-\d\d-\d\dT[\d:.]{12}\+05:30,/);
    expect(text.split("\r\n")[0]).to.match(/,metadata\.orderId,metadata\.color,metadata\.none$/);
    expect(text.split("\r\n")[1]).to.match(/,'=1\+1,"\[""red""\]",$/);
  });

  it("have only a head where nothing was booked in the range, and nothing of another store", async () => {
    const none = await raw(shop, "get", `${api}/payments.csv?to=2020-01-01`).expect(200);
    expect(none.text.trimEnd().split("\r\n")).to.have.length(1);
    const { key, storeId } = await secondMerchant(shop, DEFAULT_PERMISSIONS);
    const other = `/api/v1/stores/${storeId}/exports/ledger.csv`;
    const answer = await raw(shop, "get", other).set("Authorization", `token ${key}`);
    expect(answer.text.trimEnd().split("\r\n")).to.have.length(1);
  });

  it("go on after the last line that somebody has, in the midst of an entry too", async () => {
    const to = isoTime(shop.clock() - MINUTE_MS);
    const whole = (await raw(shop, "get", `${api}/ledger.csv?to=${to}&control=true`).expect(200)).text;
    const lines = whole.split("\r\n");
    for (let kept = 2; kept < lines.length; kept++) {
      const have = `${lines.slice(0, kept).join("\r\n")}\r\n`;
      const place = lines[kept - 1]?.split(",")[1] ?? "";
      const rest = await raw(shop, "get", `${api}/ledger.csv?to=${to}&control=true&after=${place}`).expect(200);
      expect(have + rest.text).to.equal(whole);
    }
    expect(tableOf(whole).filter(({ kind }) => kind === "control").map(({ units }) => units)).to.deep.equal(["0", "0"]);
  });

  for (const [query, path] of [
    ["to=2999-01-01", "To"],
    ["from=yesterday", "From"],
    ["from=2020-02-30", "From"],
    ["to=2020-02-30T00:00:00Z", "To"],
    ["from=2026-01-02&to=2026-01-01", "From"],
    ["zone=Europe/Berlim", "Zone"],
    ["after=nonsense", "After"],
    ["include=everything", "Include"],
    ["control=true", "Control"],
    ["bom=perhaps", "Bom"],
    ["fron=2026-01-01", "Fron"],
  ])
    it(`refuse ${query} with a sentence`, async () => {
      const { body } = await raw(shop, "get", `${api}/payments.csv?${query}`).expect(422);
      expect(body[0]).to.include({ path, code: "export-refused" });
      expect(body[0].message).to.match(/^Expected .+; got "/);
    });

  it("name the files that there are when another is asked for", async () => {
    for (const name of ["payments.xlsx", "toString", "secrets.csv"]) {
      const { body } = await raw(shop, "get", `${api}/${name}`).expect(404);
      expect(body.code).to.equal("export-not-found");
      expect(body.message).to.include("payments.csv").and.to.include("ledger.jsonl");
    }
  });

  it("are mailed to the accountant when the month has ended: a link opens them without an account, and its figures are the API's", async () => {
    const { url, storeId, clock } = shop;
    const headers = { authorization: `token ${await ownKey()}`, "content-type": "application/json" };
    const body = JSON.stringify({ crosstill: { books: { accountantEmail: "ada@books.example", zone: "UTC" } } });
    await fetch(`${url}/api/v1/stores/${storeId}`, { method: "PUT", headers, body });
    expect((await shop.get("/statements/2026-12")).status).to.equal(404);
    clock.advance(Date.parse("2026-12-01T00:01:00Z") - clock());
    for (let round = 0; round < 2; round++) await shop.run("queue statements", "send mails");

    const [newest, ...others] = (await (await fetch(`${url}/sandbox/mail`)).text()).match(/(?<=href=")\/sandbox\/mail\/\d+(?=")/g) ?? [];
    expect(others).to.deep.equal([]);
    const message = await (await fetch(`${url}${newest}/html`)).text();
    const link = /href="([^"]+\/statements\/[^"]+)"/.exec(message)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(link).to.match(new RegExp(`^${url}/statements/${storeId}/2026-11\\?expires=`));
    const page = await (await fetch(link)).text();
    const statement = (await shop.get("/statements/2026-11")).body as Statement;
    expect(statement).to.include({ month: "2026-11", isFinal: true }).and.to.deep.include({ faults: [] });
    const coin = statement.coins.find(({ symbol }) => symbol === "USDC");
    expect(coin?.units.settled).to.equal(paid.settlement.amount);
    expect(page).to.include(`${coin?.amounts?.settled} USDC`);
    const file = await (await fetch(link.replace("?", "/payments.csv?"))).text();
    expect(tableOf(file).map((line) => line["invoice_id"])).to.deep.equal([paid.invoiceId]);
  });
}); // prettier-ignore
