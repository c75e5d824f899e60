import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createReconciling } from "../../src/gateway/compose/reconciler.ts";
import { HttpFailure } from "../../src/http-client/http.ts";
import { backup } from "../../src/cli/gateway/backup.ts";
import { reconcileCommand } from "../../src/cli/gateway/reconcile.ts";
import { restoreCommand } from "../../src/cli/gateway/restore.ts";
import { endRecovery, openDatabase, withSession } from "../../src/database/open.ts";
import type { IntentService } from "../../src/gateway/ports/servicePort.ts";
import { reconcile, type Reconciliation } from "../../src/gateway/usecases/reconciliation/reconcile.ts";
import type { Reconciling } from "../../src/gateway/usecases/reconciliation/reconciling.ts";
import type { Difference } from "../../src/gateway/domain/reconciliation/difference.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { createPersistence } from "../../src/gateway/persistence/persistence.ts";
import { isoTime } from "../../src/values/time.ts";
import { invoke } from "../cli/invoke.ts";
import { postgresOfRun } from "../support/postgresOfRun.ts";
import { unpackColumn } from "../support/plainRows.ts";
import { itInFull, usualCases } from "../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { AWAY, evmShopOf, HOME } from "./evmShop.ts";
import { ok } from "./shop.ts";

const MAIN = fileURLToPath(new URL("../../build/main.js", import.meta.url));
const MINUTE = 60;
const PLAIN = 4; // invoices that are paid as asked: the third in a token of another chain

type Shop = ReturnType<typeof evmShopOf>;

/** A sandbox with a past: invoices paid as asked, over, in two parts, too late and too little, in coins of two chains, and a payment that is nobody's. */
async function sandboxWithPast(dataDir: string) {
  const sandbox = await startSandboxApp({ dataDir });
  const shop = evmShopOf(sandbox);
  const from = sandbox.clock();
  await sandbox.control("bitcoin/automine", { seconds: 0 });
  const settled: string[] = [];
  for (let index = 0; index < PLAIN; index++) {
    const { id } = await shop.invoice(`${20 + index}.00`);
    settled.push(id);
    if (index !== 2) await shop.pay(id);
    else {
      await shop.choose(id, "USDC", AWAY);
      await shop.payIn(id, "USDC", AWAY);
    }
  }
  const strange = await strangePayments(sandbox, shop, settled);
  await shop.invoice(); // nobody pays it
  await shop.tick(2 * MINUTE);
  return { sandbox, shop, from, settled, ...strange };
}

async function strangePayments(sandbox: SandboxApp, shop: Shop, plain: readonly string[]) {
  const over = (await shop.invoice()).id;
  const asked = parseDecimal((await shop.bitcoin(over)).due, 8);
  await shop.pay(over, asked * 2n);
  const parts = (await shop.invoice("100.00")).id;
  await shop.pay(parts, parseDecimal((await shop.bitcoin(parts)).due, 8) / 2n);
  const refunded = (await shop.invoice()).id;
  await shop.pay(refunded, 600n);
  const stranger = ok<{ id: string }>(await sandbox.post("/invoices", { amount: "30.00", currency: "USD", checkout: { expirationMinutes: 1 } })); // prettier-ignore
  const { destination, due } = await shop.bitcoin(stranger.id);
  await shop.pay(stranger.id, (parseDecimal(due, 8) * 11n) / 10n); // settled for certain, so that its address is free soon
  await shop.mine();
  for (let second = 0; second < 8; second++) await shop.tick();
  await shop.mine(); // the refund
  await untilSettled(shop, [...plain, over]);
  await shop.tick(5);
  await shop.pay(parts);
  await shop.mine();
  await untilSettled(shop, [parts], 2);
  const late = (await shop.invoice()).id;
  await shop.tick(16 * MINUTE);
  for (let second = 0; second < 4; second++) await shop.tick();
  await shop.pay(late);
  ok(await sandbox.control("bitcoin/pay", { address: destination, sats: "40000" }));
  await shop.mine();
  for (let second = 0; second < 8; second++) await shop.tick();
  return { over, parts, refunded, late };
}

/** Until each has so many settlements: one may have brought a little less than its price, and waits for the rest. */
async function untilSettled(shop: Shop, ids: readonly string[], count = 1): Promise<void> {
  for (let second = 0; second < 40; second++) {
    const invoices = await Promise.all(ids.map(shop.load));
    if (invoices.every(({ crosstill }) => crosstill.settlements.length >= count)) return;
    await shop.tick();
  }
  throw new Error("Not every payment has settled after 40 seconds.");
}

type Past = Awaited<ReturnType<typeof sandboxWithPast>>;

/** The world as the running sandbox shows it, with parts of it replaced. */
function worldOf({ sandbox }: Past, change: Partial<Reconciling> = {}): Reconciling {
  const { gateway } = sandbox.app;
  const config = { bitcoinNetwork: "regtest", explorerQuorum: undefined } as const;
  const world = createReconciling(config, sandbox.app.sandbox!.settings, {
    ...gateway,
    turn: async () => {},
  });
  return { ...world, service: gateway.service, ...change };
}

const compare = (past: Past, change: Partial<Reconciling> = {}): Promise<Reconciliation> =>
  reconcile(worldOf(past, change), { storeId: undefined, from: past.from, to: past.sandbox.clock() });

const kinds = (found: readonly Difference[]) => found.map(({ kind }) => kind);

function expectOne({ unexplained }: Reconciliation, kind: Difference["kind"], about: string): void {
  expect(kinds(unexplained), told(unexplained)).to.deep.equal([kind]);
  expect(`${unexplained[0]!.subject} ${unexplained[0]!.invoiceId}`).to.include(about);
}

function told(list: readonly Difference[]): string {
  return JSON.stringify(list, (_name, value: unknown) => (typeof value === "bigint" ? value.toString() : value), 2);
} // prettier-ignore

const PACKED: Readonly<Record<string, string>> = { invoices: "facts", book_lines: "body" };

/** Takes rows of a table away, or changes them, while `use` looks. */
async function planted(url: string, table: string, where: string, change: string | undefined, use: () => Promise<void>): Promise<void> {
  const run = (sql: string) => withSession(url, "gateway", true, (session) => session.run(sql));
  await run(`create table stash_${table} as select * from ${table} where ${where}`);
  const packed = PACKED[table];
  if (packed) await withSession(url, "gateway", true, (session) => unpackColumn(session, table, packed, where));
  await run(change === undefined ? `delete from ${table} where ${where}` : `update ${table} set ${change} where ${where}`);
  try {
    await use();
  } finally {
    await run(`delete from ${table} where id in (select id from stash_${table})`);
    await run(`insert into ${table} select * from stash_${table}`);
    await run(`drop table stash_${table}`);
  }
} // prettier-ignore

describe("reconciling the books with the world", function () {
  this.timeout(240_000);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-reconcile-"));
  const url = path.join(dataDir, "crosstill.db");
  let past: Past;
  let isOpen = false;
  before(async () => {
    past = await sandboxWithPast(dataDir);
    isOpen = true;
  });
  const close = async () => {
    if (isOpen) await past.sandbox.close();
    isOpen = false;
  };
  after(async () => {
    await close();
    fs.rmSync(dataDir, { recursive: true });
  });

  /** An entry of an invoice, by its kind: "received", "settled", "fee"… */
  const entryOf = (id: string, kind: string) => `invoice_id = '${id}' and id like '%:${kind}.%'`;
  const plainOne = () => past.settled[0]!;

  it("finds nothing, and explains the money that is in the inbox", async () => {
    const { unexplained, differences, lookedAt, silences } = await compare(past);
    expect(unexplained, told(unexplained)).to.deep.equal([]);
    expect(kinds(differences), told(differences)).to.deep.equal(["missing fill"]);
    expect(differences[0]!.explained).to.match(/unattributed funds.*in the inbox/);
    expect(silences).to.deep.equal([]);
    expect(lookedAt.invoices).to.equal(PLAIN + 6);
    expect(lookedAt.deposits).to.be.at.least(PLAIN + 6);
    expect(lookedAt.transfers).to.be.at.least(PLAIN + 4);
  });

  it("explains a deposit that a person has dismissed", async () => {
    const run = (sql: string) => withSession(url, "gateway", true, (session) => session.run(sql));
    await run("update unattributed set state = 'dismissed' where state = 'open'");
    try {
      const { unexplained, differences } = await compare(past);
      expect(unexplained, told(unexplained)).to.deep.equal([]);
      expect(differences[0]!.explained).to.equal("A person has decided that it is not a payment.");
    } finally {
      await run("update unattributed set state = 'open' where state = 'dismissed'");
    }
  });

  it("finds nothing in any part of that time: what is booked outside of it, it says when", async () => {
    const { from, sandbox, parts } = past;
    const now = sandbox.clock();
    const { facts } = (await sandbox.app.gateway.persistence.invoices.load(parts))!;
    const [first] = facts.settlements;
    const middle = (from + now) / 2;
    const usual = [{ from, to: first!.at - 1 }, { from: first!.at + 1, to: now }];
    for (const span of usualCases(usual, [{ from, to: first!.at + 1 }, { from, to: middle }, { from: middle, to: now }])) {
      const { unexplained } = await reconcile(worldOf(past), { storeId: undefined, ...span });
      expect(unexplained, `${isoTime(span.from)} to ${isoTime(span.to)}: ${told(unexplained)}`).to.deep.equal([]);
    }
  });

  it("finds nothing through a service that keeps no list and names no transaction", async () => {
    const { service } = worldOf(past);
    const stripped: IntentService = {
      ...service,
      listKind: () => "none",
      requestsOf: async () => undefined,
      async status(requestId) {
        const { word } = await service.status(requestId);
        return { requestId, word, raw: {}, outHashes: [], parent: undefined, depositTxid: undefined, input: undefined, output: undefined };
      },
    };
    const { unexplained, differences } = await compare(past, { service: stripped });
    expect(unexplained, told(differences)).to.deep.equal([]);
    await planted(url, "ledger", entryOf(plainOne(), "settled"), "amount = '7'", async () => expectOne(await compare(past, { service: stripped }), "wrong amount", plainOne()));
  });

  itInFull("finds the same where the books are kept in PostgreSQL", async () => {
    const databaseUrl = await (await postgresOfRun()).url("app");
    const file = path.join(dataDir, "past.archive");
    for (const [command, env] of [[backup, {}], [restoreCommand, { DATABASE_URL: databaseUrl }]] as const) {
      const { error } = await invoke(command, [file], { DATA_DIR: dataDir, ...env }, past.sandbox.clock);
      expect(error).to.equal(undefined);
    }
    await endRecovery(databaseUrl, "gateway");
    const database = await openDatabase(databaseUrl, "gateway");
    try {
      const persistence = createPersistence(database, () => {});
      const clean = await compare(past);
      expect(await compare(past, { persistence })).to.deep.equal(clean);
      await planted(databaseUrl, "ledger", entryOf(plainOne(), "settled"), "amount = '7'", async () => expectOne(await compare(past, { persistence }), "wrong amount", plainOne()));
    } finally {
      await database.close();
    }
  });

  it("finds a conversion that reached the merchant and is not in the books", async () => {
    await planted(url, "ledger", entryOf(plainOne(), "settled"), undefined, async () => expectOne(await compare(past), "missing fill", plainOne()));
  });

  itInFull("finds an amount that is not the chain's: of a settlement, and of a deposit", async () => {
    for (const kind of ["settled", "received"])
      await planted(url, "ledger", entryOf(plainOne(), kind), "amount = '7'", async () => expectOne(await compare(past), "wrong amount", plainOne()));
  });

  itInFull("finds a fee that is not what the quote said, and a surplus that does not add up", async () => {
    await planted(url, "ledger", `${entryOf(plainOne(), "fee")} and to_account = 'fees:gas'`, "amount = '7'", async () => expectOne(await compare(past), "altered fee", plainOne()));
    await planted(url, "ledger", entryOf(plainOne(), "surplus"), "amount = '777777'", async () => expectOne(await compare(past), "altered fee", plainOne()));
  });

  it("finds a fee that was altered in the facts and in the books alike: the quote was kept", async () => {
    const lower = `json_set(facts, '$.offers[0].cost.fees.gas', '1')`;
    await planted(url, "invoices", `id = '${plainOne()}'`, `facts = ${lower}`, () =>
      planted(url, "ledger", `${entryOf(plainOne(), "fee")} and to_account = 'fees:gas'`, "amount = '1'", async () => {
        const { unexplained } = await compare(past);
        expect(kinds(unexplained)).to.deep.equal(["altered fee"]);
      }),
    );
  });

  it("finds a deposit that is not in the books, and one that is on no chain", async () => {
    await planted(url, "ledger", entryOf(plainOne(), "received"), undefined, async () => expectOne(await compare(past), "missing deposit", plainOne()));
    const { explorer } = worldOf(past);
    const [deposit] = (await past.sandbox.app.gateway.persistence.invoices.load(plainOne()))!.facts.deposits;
    const tx: typeof explorer.tx = async (txid) => (deposit!.outpoint.startsWith(txid) ? undefined : explorer.tx(txid));
    expectOne(await compare(past, { explorer: { ...explorer, tx } }), "missing deposit", plainOne());
    const blockHash: typeof explorer.blockHash = async () => "00".repeat(32);
    const undone = await compare(past, { explorer: { ...explorer, blockHash } });
    expect(new Set(kinds(undone.unexplained)), "blocks that left the best chain").to.include("missing deposit");
  });

  it("finds a refund that nobody booked, and one that the service does not know of", async () => {
    await planted(url, "ledger", entryOf(past.refunded, "refunded"), undefined, async () => expectOne(await compare(past), "unexplained refund", past.refunded));
    const word = requestWord(past, plainOne(), "refund");
    expectOne(await compare(past, { service: await word }), "unexplained refund", plainOne());
    expectOne(await compare(past, { service: await requestWord(past, past.refunded, "success") }), "unexplained refund", past.refunded);
  });

  it("finds a payout that is not in the books, and one that the chain does not show", async () => {
    const buyer = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
    const wanted = { destination: buyer, payoutMethodId: "BTC-CHAIN", amount: "0.0004", approved: true };
    const { id } = ok<{ id: string }>(await past.sandbox.post("/payouts", wanted));
    const { txid } = ok<{ txid: string }>(await past.sandbox.control("bitcoin/pay", { address: buyer, sats: "40000" }));
    ok(await past.sandbox.control("bitcoin/mine", { blocks: 6 }));
    await past.shop.tick();
    ok(await past.sandbox.post(`/payouts/${id}/mark`, { state: "Completed", paymentProof: { id: txid } }));
    past.sandbox.clock.advance(2_000);
    const clean = await compare(past);
    expect([clean.lookedAt.payouts, clean.unexplained.length], told(clean.unexplained)).to.deep.equal([1, 0]);
    await planted(url, "ledger", `id = 'payout:${id}:paid'`, undefined, async () => expectOne(await compare(past), "unexplained refund", id));
    await planted(url, "book_lines", `id = 'refunds:payout:${id}'`, "body = json_set(body, '$.paid.units', '1')", async () => expectOne(await compare(past), "unexplained refund", id));
    const { explorer } = worldOf(past);
    const tx: typeof explorer.tx = async (asked) => (asked === txid ? undefined : explorer.tx(asked));
    expectOne(await compare(past, { explorer: { ...explorer, tx } }), "unexplained refund", id);
  });

  it("finds what the service or the chain tells otherwise", async () => {
    expectOne(await compare(past, { service: await requestWord(past, plainOne(), "success", { output: 5n }) }), "wrong amount", plainOne());
    const { arrivals } = worldOf(past);
    const [settlement] = (await past.sandbox.app.gateway.persistence.invoices.load(plainOne()))!.facts.settlements;
    const shown = (amount: bigint | undefined) => new Map([...arrivals].map(([chainId, read]) => [chainId, async (...asked: Parameters<typeof read>) =>
      (await read(...asked)).flatMap((one) => (one.txHash !== settlement!.txHash ? [one] : amount === undefined ? [] : [{ ...one, amount }]))] as const));
    expectOne(await compare(past, { arrivals: shown(5n) }), "wrong amount", plainOne());
    expectOne(await compare(past, { arrivals: shown(undefined) }), "missing fill", plainOne());
  });

  it("finds a fill and a refund of payments that the gateway has never seen, once each", async () => {
    const { service } = worldOf(past);
    const unseen = (word: string): IntentService => ({
      ...service,
      async requestsOf(address, wanted) {
        const list = (await service.requestsOf(address, wanted)) ?? [];
        const row = { requestId: "0xunseen", word, parent: undefined, depositTxid: "ab".repeat(32), input: 1_000n, output: 2n, outHashes: [], raw: {} };
        return list.some(({ word: own }) => own === "success") && address === (await addressOf(past, plainOne())) ? [...list, row] : list;
      },
    });
    expectOne(await compare(past, { service: unseen("success") }), "missing fill", "0xunseen");
    expectOne(await compare(past, { service: unseen("refund") }), "unexplained refund", "0xunseen");
  });

  it("finds a line for accountants that says something else than the ledger, or is not there", async () => {
    const isLine = `invoice_id = '${plainOne()}' and file = 'payments'`;
    await planted(url, "book_lines", isLine, "body = json_set(body, '$.settled.units', '9')", async () => expectOne(await compare(past), "wrong amount", plainOne()));
    await planted(url, "book_lines", isLine, undefined, async () => expectOne(await compare(past), "wrong amount", plainOne()));
  });

  it("says what it could not check or ask", async () => {
    const blind = await compare(past, { arrivals: new Map(), pasts: new Map() });
    expect(blind.unexplained, told(blind.unexplained)).to.deep.equal([]);
    expect(Object.keys(blind.notChecked).join()).to.include(`RPC_${HOME} is not set`);
    const { service } = worldOf(past);
    const silent = async () => {
      throw new HttpFailure("unreachable", "nobody there");
    };
    const unasked = await compare(past, { service: { ...service, requestsOf: silent, status: silent } });
    expect(unasked.unexplained, told(unasked.unexplained)).to.deep.equal([]);
    expect(unasked.silences.map(({ who }) => who)).to.deep.equal(["service"]);
  });

  it("is a command, beside the server: it fails when somebody is silent, and when there is a difference", async () => {
    let now = past.sandbox.clock();
    const tick = () => (now += 20); // the budget of calls goes by the clock
    const args = ["--from", isoTime(past.from), "--to", isoTime(now - 61_000)];
    const run = (...more: readonly string[]) => invoke(reconcileCommand, [...args, ...more], { DATA_DIR: past.sandbox.dataDir }, tick);
    const clean = await run();
    expect(clean.error, clean.result).to.equal(undefined);
    expect(clean.result).to.include("No difference is unexplained.").and.to.include("Explained:");
    ok(await past.sandbox.control("faults", { target: "explorer", kind: "down", seconds: 600 }));
    const blind = await run();
    ok(await past.sandbox.control("faults", { target: "explorer", kind: "down", seconds: 0 }));
    expect(blind.error).to.include("the explorer could not be asked");
    expect(blind.code).to.equal(2);
    await planted(url, "ledger", entryOf(plainOne(), "settled"), "amount = '7'", async () => {
      const { error, result, code } = await run("--json", "--store", past.sandbox.storeId);
      expect(code).to.equal(1);
      expect(error).to.include("1 difference is unexplained");
      expect(JSON.parse(result)).to.have.nested.property("unexplained[0].kind", "wrong amount");
    });
    expect((await run("--store", "nobody")).error).to.include("There is no store nobody");
    expect((await invoke(reconcileCommand, ["--from", "2026-06-31", "--to", "2026-07-01"], {}, tick)).error).to.include("--from expects a date");
    expect((await invoke(reconcileCommand, ["--from", "2026-06-30", "--to", "2036-07-01"], {}, tick)).error).to.include("at least a minute back");
  });

  it("finds money that nothing explains: with the merchant, and at deposit addresses of both kinds of chains", async () => {
    const { explorer } = worldOf(past);
    const paid = await addressOf(past, plainOne());
    const addressSums: typeof explorer.addressSums = async (address) => {
      const sums = await explorer.addressSums(address);
      return address === paid ? { ...sums, funded: sums.funded + 5n } : sums;
    };
    expectOne(await compare(past, { explorer: { ...explorer, addressSums } }), "extra transfer", paid);
    const { settlement } = past.sandbox.app.sandbox!.file;
    const merchant = await past.shop.send(HOME, settlement.currency, settlement.recipient, 1_000_000n);
    past.sandbox.clock.advance(2_000);
    expectOne(await compare(past), "extra transfer", merchant);
    const evm = await addressOf(past, past.settled[2]!);
    const again = await past.shop.send(HOME, settlement.currency, evm, 1_000_000n);
    past.sandbox.clock.advance(2_000);
    const { unexplained } = await compare(past);
    expect(kinds(unexplained), told(unexplained)).to.deep.equal(["extra transfer", "extra transfer"]);
    expect(unexplained.map(({ subject }) => subject).join()).to.include(again);
  });


  itInFull("is a program that exits with 2 when nobody is there to be asked", async () => {
    await close();
    const program = [MAIN, "reconcile", "--from", "2020-01-01", "--to", "2020-02-01"];
    const { status, stderr } = spawnSync(process.execPath, program, { env: { ...process.env, DATA_DIR: dataDir }, encoding: "utf8" });
    expect(status, stderr).to.equal(2);
    expect(stderr).to.match(/the service .*could not be asked/);
  });
}); // prettier-ignore

async function addressOf({ sandbox }: Past, invoiceId: string): Promise<string> {
  const [deposit] = (await sandbox.app.gateway.persistence.invoices.load(invoiceId))!.facts.deposits;
  return deposit!.address;
}

/** A service that says another word, or another amount, of the request that ended a payment of an invoice. */
async function requestWord(past: Past, invoiceId: string, word: string, more: Readonly<{ output?: bigint }> = {}): Promise<IntentService> {
  const { facts } = (await past.sandbox.app.gateway.persistence.invoices.load(invoiceId))!;
  const [ended] = [...facts.settlements, ...facts.refunds];
  const { service } = worldOf(past);
  return {
    ...service,
    async requestsOf(address, wanted) {
      const list = await service.requestsOf(address, wanted);
      return list?.map((news) => (news.requestId === ended!.requestId ? { ...news, word, ...more } : news));
    },
  };
} // prettier-ignore
