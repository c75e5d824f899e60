import { expect } from "chai";
import { createReconciling } from "../../src/gateway/compose/reconciler.ts";
import { payoutsPay } from "../../src/cli/gateway/payoutsPay.ts";
import { auditBooks } from "../../src/gateway/usecases/audit/auditBooks.ts";
import type { DepartureReader } from "../../src/gateway/ports/chainPort.ts";
import type { Reconciling } from "../../src/gateway/usecases/reconciliation/reconciling.ts";
import { issueKey } from "../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../src/gateway/domain/access/permissions.ts";
import { reconcile } from "../../src/gateway/usecases/reconciliation/reconcile.ts";
import { withSession } from "../../src/database/open.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { readTable } from "../gateway/domain/exports/sumExports.ts";
import { invoke } from "../cli/invoke.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { AWAY, evmShopOf, HOME } from "./evmShop.ts";
import { ok } from "./shop.ts";
import { tieToChains, type Chains, type Files } from "./tieToChains.ts";

const BUYER = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const BUYER_EVM = "0x00000000000000000000000000000000000b0b0b";
const MINUTE = 60;

type Payout = Readonly<{
  id: string;
  state: string;
  payoutAmount: string | null;
  crosstill: Readonly<{ evidence: string }>;
}>;
type Row = Readonly<Record<string, string>>;

describe("an accountant's month", function () {
  this.timeout(240_000);
  let sandbox: SandboxApp;
  let shop: ReturnType<typeof evmShopOf>;
  let chains: Chains;
  let paid: Record<"bitcoin" | "ether" | "dollars", string>;

  before(async () => {
    sandbox = await startSandboxApp();
    shop = evmShopOf(sandbox);
    const { explorerUrls, chains: evm } = sandbox.app.sandbox!.file;
    const rpcUrls = new Map(evm.map(({ id, rpcUrl }) => [String(id), rpcUrl]));
    chains = { rpcUrls, explorerUrl: explorerUrls[0]!, opening: new Map() };
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await keepBooksInEuros(sandbox);
    const opening = await Promise.all([...rpcUrls].map(async ([id, url]) => [id, await blockOf(url)] as const));
    chains = { ...chains, opening: new Map(opening) };
    paid = await sell();
  });
  after(() => sandbox.close());

  /** Three sales, paid in three coins, and a payment that the service sends back. */
  async function sell() {
    const bitcoin = (await shop.invoice("40.00")).id;
    await shop.pay(bitcoin);
    const ether = (await shop.invoice("30.00")).id;
    await shop.choose(ether, "ETH", HOME);
    await shop.payIn(ether, "ETH", HOME);
    const dollars = (await shop.invoice("20.00")).id;
    await shop.choose(dollars, "USDC", AWAY);
    await shop.payIn(dollars, "USDC", AWAY);
    const little = (await shop.invoice()).id;
    await shop.pay(little, 600n);
    await shop.mine();
    for (const id of [bitcoin, ether, dollars]) await shop.until(id, "Settled", 40);
    for (let second = 0; second < 8; second++) await shop.tick();
    await shop.mine();
    for (let second = 0; second < 4; second++) await shop.tick();
    return { bitcoin, ether, dollars };
  }

  /** Claims a refund, and approves it. */
  async function claimed(invoice: string, wanted: object, methodId: string, destination: string): Promise<Payout> {
    const pull = ok<{ id: string }>(await sandbox.post(`/invoices/${invoice}/refund`, { ...wanted, payoutMethods: [methodId] }));
    const payout = ok<Payout>(await sandbox.post("/payouts", { pullPaymentId: pull.id, destination, payoutMethodId: methodId }));
    return payout.state === "AwaitingApproval" ? ok<Payout>(await sandbox.post(`/payouts/${payout.id}`, {})) : payout;
  }

  /** Pays a payout from the sandbox wallet, through the service. */
  async function convert({ id }: Payout): Promise<void> {
    let isPaying = true;
    const told = invoke(payoutsPay, [id], { DATA_DIR: sandbox.dataDir }, sandbox.clock).finally(() => (isPaying = false));
    const load = async () => ok<Payout>(await sandbox.get(`/payouts/${id}`));
    for (let second = 0; second < 60 && (isPaying || (await load()).state === "InProgress"); second++) {
      await shop.tick();
      await shop.mine();
    }
    expect((await told).error).to.equal(undefined);
    expect((await load()).crosstill.evidence).to.equal("verified");
  }

  const file = async (name: string) => (await download(sandbox, name)).text;
  const files = async (): Promise<Files> => {
    await shop.tick(2 * MINUTE);
    return { payments: await file("payments.csv"), refunds: await file("refunds.csv"), ledger: await file("ledger.csv") };
  };

  it("with refunds in three currencies ties to both chains to the unit", async () => {
    const { settlement } = sandbox.app.sandbox!.file;
    const inBitcoin = await claimed(paid.bitcoin, { refundVariant: "Fiat" }, "BTC-CHAIN", BUYER);
    await convert(inBitcoin);
    const inEther = await claimed(paid.ether, { refundVariant: "Custom", customAmount: "12.50", customCurrency: "USD" }, "ETH-ARBITRUM", BUYER_EVM);
    await convert(inEther);
    const inDollars = await claimed(paid.dollars, { refundVariant: "Custom", customAmount: "7.25", customCurrency: "USD" }, "USDC-BASE", BUYER_EVM);
    const txHash = await shop.send(HOME, settlement.currency, BUYER_EVM, parseDecimal(inDollars.payoutAmount!, 6));
    ok(await sandbox.post(`/payouts/${inDollars.id}/mark`, { state: "Completed", paymentProof: { id: txHash } }));

    const month = await files();
    expect(await tieToChains(month, chains)).to.deep.equal([]);
    const own = rows(month.refunds).filter(({ how }) => how === "refund");
    expect(own.map(({ spent_symbol, paid_symbol }) => [spent_symbol, paid_symbol])).to.deep.equal([["USDC", "BTC"], ["USDC", "ETH"], ["USDC", "USDC"]]);
    expect(new Set(own.map((row) => row["spent_evidence"]))).to.deep.equal(new Set(["verified"]));
    for (const row of own.slice(0, 2)) expect(Number(row["cost"])).to.be.above(0).and.below(Number(row["spent_amount"]) / 2);
    expect(own[2]!["cost"]).to.equal("");
  });

  it("does not tie when a file says one unit more or less of either leg", async () => {
    const month = await files();
    const [row] = rows(month.refunds).filter(({ how }) => how === "refund");
    for (const units of [row!["spent_units"]!, row!["paid_units"]!]) {
      const refunds = month.refunds.replace(`,${units},`, `,${BigInt(units) + 1n},`);
      expect(await tieToChains({ ...month, refunds }, chains)).not.to.be.empty;
    }
  });

  it("is told with both legs by the statement, Koinly, Xero, QuickBooks and the journal", async () => {
    const [row] = rows((await files()).refunds).filter(({ how }) => how === "refund");
    const { spent_amount: left, paid_amount: arrived, spent_txid: txid } = row!;
    const koinly = rows(await file("koinly.csv")).find((one) => one["TxHash"] === txid);
    expect(koinly).to.include({ "Sent Amount": left, "Sent Currency": "USDC" });
    const words = `${left} USDC left, ${arrived} BTC arrived`;
    for (const name of ["koinly.csv", "xero-statement.csv", "quickbooks.csv"])
      expect(rows(await file(name)).some((one) => one["Description"]?.includes(words)), name).to.equal(true);
    const journal = await file("ledger.journal");
    expect(journal).to.include("merchant to conversion").and.to.include("conversion to paid out").and.to.include("conversion to fees:payout");
    const statement = ok<{ coins: readonly Readonly<{ symbol: string; amounts: Row }>[]; faults: readonly string[] }>(await sandbox.get(`/statements/${month(sandbox)}`));
    expect(statement.faults).to.deep.equal([]);
    const coin = (symbol: string) => statement.coins.find((one) => one.symbol === symbol)!.amounts;
    expect(coin("BTC")).to.include({ paidOut: arrived, spent: "0" });
    expect(Number(coin("USDC")["spent"])).to.be.above(Number(left));
    expect(Number(coin("USDC")["payoutCost"])).to.be.above(0);
  });

  it("values every refund in the currency of the books, whatever it was asked for in", async () => {
    const own = rows((await files()).refunds).filter(({ how }) => how === "refund");
    for (const row of own) {
      expect(row).to.include({ tracked1_currency: "EUR", original_currency: "USD" });
      expect(Number(row["tracked1_value"])).to.be.closeTo(Number(row["spent_amount"]) / 1.09, 0.02);
    }
    for (const name of ["xero-statement.csv", "quickbooks.csv"]) {
      const { text, headers } = await download(sandbox, name);
      expect([headers.get("crosstill-currency"), headers.get("crosstill-left-out")], name).to.deep.equal(["EUR", "0"]);
      const left = rows(text).map((row) => row["Amount"]!).filter((amount) => amount.startsWith("-"));
      expect(left, name).to.deep.equal(own.map((row) => `-${row["tracked1_value"]}`));
    }
    const { worth } = ok<{ worth: Row }>(await sandbox.get(`/statements/${month(sandbox)}`));
    expect(worth).to.include({ currency: "EUR", payouts: 3, unvaluedPayouts: 0 });
    expect(Number(worth["paidOut"])).to.be.closeTo(own.reduce((sum, row) => sum + Number(row["tracked1_value"]), 0), 0.001);
  });

  it("has a bank statement in the coin that was received, which is what the wallets have", async () => {
    const { payments, refunds } = await files();
    const { text, headers } = await download(sandbox, "coin-statement.csv");
    const { chainId, currency } = sandbox.app.sandbox!.file.settlement;
    expect(headers.get("crosstill-coin")).to.equal(`${chainId}:${currency.toLowerCase()}`);
    const units = (column: string, table: string) => rows(table).reduce((sum, row) => sum + BigInt(row[column] || "0"), 0n);
    const told = rows(text).map((row) => ({ ...row, units: (row["Amount"]!.startsWith("-") ? -1n : 1n) * parseDecimal(row["Amount"]!.replace("-", ""), 6) }));
    expect(told.reduce((sum, row) => sum + row.units, 0n)).to.equal(units("settled_units", payments) - units("spent_units", refunds));
    expect(new Set(rows(text).map((row) => row["Currency"]))).to.deep.equal(new Set(["USDC"]));
    const bitcoins = await download(sandbox, "coin-statement.csv?coin=8253038:bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8");
    expect(rows(bitcoins.text), "never were the shop's").to.deep.equal([]);
  });

  it("finds what was planted on either leg by the audit and by reconciling", async () => {
    const { gateway } = sandbox.app;
    const [row] = rows((await files()).refunds).filter(({ how }) => how === "refund");
    const { subject } = row!;
    const look = async (change: Partial<Reconciling> = {}) => {
      const config = { bitcoinNetwork: "regtest", explorerQuorum: undefined } as const;
      const world = createReconciling(config, sandbox.app.sandbox!.settings, { ...gateway, turn: async () => {} });
      const span = { storeId: undefined, from: 0, to: sandbox.clock() };
      const { unexplained } = await reconcile({ ...world, service: gateway.service, ...change }, span);
      const { violations } = await auditBooks(gateway.persistence, sandbox.clock());
      return [...unexplained.map(({ kind, subject: about }) => `${kind} of ${about}`), ...violations.map(({ id, subject: about }) => `${id} of ${about}`)];
    };
    expect(await look()).to.deep.equal([]);
    const more: DepartureReader = async (...of) => 1n + (await gateway.departures.get(HOME)!(...of));
    const shown = await look({ departures: new Map([[HOME, more]]) });
    expect(shown).to.include(`wrong amount of payout ${subject}`).and.to.have.length(2);
    const none = await look({ departures: new Map([[HOME, async () => 0n]]) });
    expect(none).to.include(`unexplained refund of payout ${subject}`).and.to.have.length(2);
    const url = `${sandbox.dataDir}/crosstill.db`;
    const run = (sql: string) => withSession(url, "gateway", true, (session) => session.run(sql));
    const change = async (column: string, where: string, value: string) => {
      await run(`create table stash as select * from ledger where ${where}`);
      await run(`update ledger set ${column} = ${value} where ${where}`);
      const found = await look();
      await run(`update ledger set ${column} = (select ${column} from stash) where ${where}`);
      await run("drop table stash");
      return found;
    };
    expect(await change("amount", `id = 'payout:${subject}:spent'`, "'1'")).to.include.members([`altered fee of payout ${subject}`, `I-47 of payout ${subject}`]);
    expect(await change("amount", `id = 'payout:${subject}:fee'`, "'1'")).to.include.members([`altered fee of payout ${subject}`, `I-47 of payout ${subject}`]);
    expect(await change("amount", `id = 'payout:${subject}:paid'`, "'1'")).to.include.members([`unexplained refund of payout ${subject}`, `I-46 of payout ${subject}`]);
  });
}); // prettier-ignore

function rows(text: string): readonly Row[] {
  return readTable(text);
}

async function keepBooksInEuros({ app, url, storeId }: SandboxApp): Promise<void> {
  const key = await issueKey(app.gateway.persistence.keys, app.gateway, { storeId, label: "", permissions: ALL_PERMISSIONS }, "test");
  const headers = { authorization: `token ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ crosstill: { books: { trackedCurrencies: ["EUR"] } } });
  expect((await fetch(`${url}/api/v1/stores/${storeId}`, { method: "PUT", headers, body })).status).to.equal(200);
} // prettier-ignore

async function download({ url, storeId, apiKey }: SandboxApp, name: string): Promise<Readonly<{ text: string; headers: Headers }>> {
  const answer = await fetch(`${url}/api/v1/stores/${storeId}/exports/${name}`, { headers: { authorization: `token ${apiKey}` } });
  expect(answer.status, name).to.equal(200);
  return { text: await answer.text(), headers: answer.headers };
} // prettier-ignore

function month({ clock }: SandboxApp): string {
  return new Date(clock()).toISOString().slice(0, 7);
}

async function blockOf(url: string): Promise<string> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  return ((await answer.json()) as { result: string }).result;
}
