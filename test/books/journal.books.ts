import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import { LATE, NAMELESS, TWIN, USDC } from "./history.ts";
import { postgresOfRun } from "../support/postgresOfRun.ts";
import { readCsv } from "./readCsv.ts";
import { aShop } from "./shop.ts";

const SIZE = 300;
const FEW = 40;
const run = promisify(execFile);

/** What each currency of the history has to be called, and its decimals. */
const COMMODITIES: Readonly<Record<string, readonly [string, number]>> = {
  [`31337:${USDC}`]: ["USDC-31337", 6],
  [`31337:${TWIN}`]: [`USDC-31337-${TWIN}`, 6], // another token of that name
  [`31337:${NAMELESS}`]: [`${NAMELESS}-31337`, 0], // in smallest units
  [`31337:${LATE}`]: [`${LATE}-31337`, 0], // as it was first booked, so that what took it back balances
};
const BITCOIN = ["BTC-8253038", 8] as const;

describe("the journal in hledger", () => {
  let directory: string;
  let journal: string;
  let shop: Awaited<ReturnType<typeof aShop>>;

  before(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), "crosstill-books-"));
    shop = await aShop(path.join(directory, "shop.db"), SIZE);
    journal = path.join(directory, "all.journal");
    await fs.writeFile(journal, (await shop.file("ledger.journal", {}, "all")).text);
  });
  after(async () => {
    await shop.close();
    await fs.rm(directory, { recursive: true, force: true });
  });

  it("passes its strictest check", async () => {
    await run("hledger", ["-f", journal, "check", "--strict", "ordereddates"]);
  });

  it("is the same from PostgreSQL", async () => {
    const texts: string[] = [];
    for (const place of [path.join(directory, "few.db"), await (await postgresOfRun()).url("books")]) {
      const few = await aShop(place, FEW);
      texts.push((await few.file("ledger.journal", {}, "all")).text);
      await few.close();
    }
    expect(texts[1]).to.equal(texts[0]);
  });

  it("tells what was taken back and corrected, in transactions of their own", async () => {
    const { stdout } = await run("hledger", ["-f", journal, "print"]);
    for (const kind of ["reversed", "corrected"]) expect(stdout.split(`, ${kind}`).length, kind).to.be.greaterThan(20);
    const { stdout: late } = await run("hledger", ["-f", journal, "balance", `cur:${LATE}.*`, "--no-total", "-O", "csv"]);
    expect(readCsv(late.replaceAll("\n", "\r\n")), "what was taken back is gone").to.have.length(1);
  });

  it("has the balances of the database, by account and commodity, to the unit", async () => {
    const options = ["--flat", "--empty", "--no-total", "--layout=bare", "-O", "csv"];
    const { stdout } = await run("hledger", ["-f", journal, "balance", ...options]);
    const told = readCsv(stdout.replaceAll("\n", "\r\n")).slice(1);
    const balances = told.map(([account, commodity, balance = ""]) => [`${account} ${commodity}`, balance] as const);
    const expected = await balancesOf(shop.persistence);
    expect(expected.size).to.be.greaterThan(12);
    for (const [key, balance] of balances) if (!expected.has(key)) expect(balance, key).to.match(/^[0.]+$/);
    const byKey = new Map<string, string>(balances);
    for (const [key, { units, decimals }] of expected) expect(unitsOf(byKey.get(key) ?? "0", decimals), key).to.equal(units);
  });

  it("has each entry once, with its id as code and its invoice, also when it went on where it broke off", async () => {
    const { text } = await shop.file("ledger.journal");
    const codes = [...text.matchAll(/^\d{4}-\d\d-\d\d \(([^)]+)\)/gm)].map(([, code]) => code);
    const entries = (await allEntries(shop.persistence)).filter(({ storeId }) => storeId === "store-1");
    const ids = codes.map((code = "") => code.replace(/%(..)\./g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16))));
    expect(new Set(ids)).to.deep.equal(new Set(entries.map(({ id }) => id)));
    expect(codes).to.have.length(entries.length);
    expect(text).to.include(", invoice: invoice-0\n");
    const broken = text.slice(0, text.indexOf("\n\n", text.length / 2) + 1);
    const last = [...broken.matchAll(/line: ([^,]+), time/g)].at(-1)?.[1] ?? "";
    expect(broken + (await shop.file("ledger.journal", { after: last })).text).to.equal(text);
  });
}); // prettier-ignore

type Entries = Awaited<ReturnType<typeof allEntries>>;

async function allEntries(persistence: Persistence) {
  return persistence.books.ledgerPage("", 1_000_000);
}

/** By "<account> <commodity>", from the database. */
async function balancesOf(persistence: Persistence) {
  const balances = new Map<string, { units: bigint; decimals: number }>();
  const add = ({ storeId, currency }: Entries[number], account: string, units: bigint) => {
    const [name, decimals] = COMMODITIES[currency] ?? BITCOIN;
    const key = `crosstill:${storeId || "no store"}:${ACCOUNTS[account] ?? account} ${name}`;
    balances.set(key, { units: (balances.get(key)?.units ?? 0n) + units, decimals });
  };
  for (const entry of await allEntries(persistence)) {
    add(entry, entry.from, -entry.amount);
    add(entry, entry.to, entry.amount);
  }
  return balances;
}

/** Accounts that are called otherwise in a journal. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  in_flight: "in flight",
  paid_out: "paid out",
  "fees:odd kind: (1)  ;x": "fees:odd%20.kind%3a.%20.%28.1%29.%20.%20.%3b.x",
};

function unitsOf(text: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > decimals && /[1-9]/.test(fraction.slice(decimals)))
    throw new Error(`${text} is too exact`);
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}
