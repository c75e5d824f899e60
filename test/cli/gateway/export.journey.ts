import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { exportCommand } from "../../../src/cli/gateway/export.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { secondMerchant } from "../../gateway/http/merchant.ts";
import { shopOf } from "../../journeys/shop.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { invoke } from "../invoke.ts";

/** Everything here happens while the server runs on the same database. */
describe("crosstill export", function () {
  this.timeout(120_000);
  let sandbox: SandboxApp;
  let folder: string;
  before(async () => {
    sandbox = await startSandboxApp();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-export-"));
    const shop = shopOf(sandbox);
    for (let paid = 0; paid < 2; paid++) {
      const { id } = await shop.invoice();
      await shop.pay(id);
      await shop.mine();
      await shop.until(id, "Settled");
    }
    sandbox.clock.advance(2 * MINUTE_MS);
  });
  after(async () => {
    await sandbox.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string) => path.join(folder, name);
  const run = (...args: readonly string[]) =>
    invoke(exportCommand, args, { DATA_DIR: sandbox.dataDir, PORT: new URL(sandbox.url).port }, sandbox.clock);
  const linesOf = (name: string) => fs.readFileSync(at(name), "utf8").trimEnd().split(/\r?\n/);

  it("writes a file, and says how many lines it has", async () => {
    const { result, notes, error } = await run("payments", "--out", at("p.csv"));
    expect([error, result]).to.deep.equal([undefined, `${at("p.csv")} has 2 lines.`]);
    expect(notes).to.match(/^crosstill\.payments\/4, what was booked from 1970-.* on and before 20/);
    expect(linesOf("p.csv")).to.have.length(3);
    expect(fs.readdirSync(folder)).to.deep.equal(["p.csv"]);
    const bookedLast = linesOf("p.csv")[2]!.split(",")[4]!;
    expect((await run("payments", "--from", bookedLast, "--out", at("last.csv"))).result).to.match(/has 1 line\.$/);
  });

  it("goes on behind a line, so that two files are the whole", async () => {
    const to = new Date(sandbox.clock() - MINUTE_MS).toISOString();
    await run("ledger.jsonl", "--to", to, "--out", at("whole.jsonl"));
    const whole = linesOf("whole.jsonl");
    const place = (JSON.parse(whole[4]!) as { line: string }).line;
    await run("ledger", "--format=jsonl", "--to", to, "--after", place, "--out", at("rest.jsonl"));
    expect([...whole.slice(0, 5), ...linesOf("rest.jsonl")]).to.deep.equal(whole);
  });

  it("writes files for other programs, in the store's currency, and says when there is another part", async () => {
    const { result, error } = await run("koinly", "--out", at("koinly.csv"));
    expect([error, result]).to.deep.equal([undefined, `${at("koinly.csv")} has 2 lines.`]);
    expect((await run("xero-statement", "--dates", "us", "--currency", "USD", "--out", at("xero.csv"))).error).to.equal(undefined);
    expect(linesOf("xero.csv")[1]).to.match(/^\d\d\/\d\d\/\d{4},25\.00,/);
  });

  it("writes over nothing unless it is told to, and leaves nothing behind when it refuses", async () => {
    fs.writeFileSync(at("mine.csv"), "mine");
    expect((await run("fees", "--out", at("mine.csv"))).error).to.match(/mine\.csv is there already.*--force/);
    expect((await run("fees", "--zone", "Nowhere", "--out", at("mine.csv"), "--force")).error).to.match(/^Expected "UTC", "store"/);
    expect(fs.readFileSync(at("mine.csv"), "utf8")).to.equal("mine");
    expect((await run("fees", "--out", at("mine.csv"), "--force")).error).to.equal(undefined);
    expect(linesOf("mine.csv")[0]).to.match(/^schema,line,/);
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".part"))).to.deep.equal([]);
  });

  it("says what it expects", async () => {
    const out = ["--out", at("none.csv")];
    for (const [args, said] of [
      [[], /^Which file\? Usage: crosstill export <file>/],
      [["payments", "--frm", "2026-01-01"], /^Unknown: --frm 2026-01-01\. "crosstill export --help"/],
      [["payment"], /^Expected one of payments\.csv, .*; got "payment\.csv"/],
      [["payments", "--format", "xlsx"], /got "payments\.xlsx"/],
      [["payments", "--store", "nobody", ...out], /^There is no store nobody\./],
      [["ledger", "--metadata", "orderId", ...out], /^Expected nothing: this file has no metadata/],
    ] as const)
      expect((await run(...args)).error, args.join(" ")).to.match(said);
    expect(fs.existsSync(at("none.csv"))).to.equal(false);
  });

  it("wants to know which store where there are several, and takes all of them together", async () => {
    const { storeId } = await secondMerchant(sandbox, []);
    expect((await run("payments", "--out", at("which.csv"))).error).to.match(/^Which store\? .*--store.*--all.*Another shop/);
    expect((await run("payments", "--store", storeId, "--out", at("one.csv"))).result).to.match(/has 0 lines/);
    expect((await run("payments", "--all", "--out", at("all.csv"))).result).to.match(/has 2 lines/);
  });
}); // prettier-ignore
