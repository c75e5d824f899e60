import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { build, type App } from "../../../src/gateway/compose/app.ts";
import { loadConfig } from "../../../src/gateway/compose/config.ts";
import { metricsText } from "../../../src/runtime/metricsText.ts";
import { noteBackup } from "../../../src/gateway/usecases/lastBackup.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { testClock } from "../../support/clock.ts";
import { startMerchantApp } from "../../support/merchantApp.ts";

const TOKEN = "a-token-of-the-operator";
const LINE = /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (-?\d+(?:\.\d+)?)$/;

/** Reads the text format as Prometheus does: every line is a comment or a sample of the metric that was announced last. */
function parse(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let announced = "";
  let isHistogram = false;
  for (const line of text.trimEnd().split("\n")) {
    const [, name, kind] = /^# TYPE (\S+) (gauge|counter|histogram)$/.exec(line) ?? [];
    if (name) announced = name;
    if (kind) isHistogram = kind === "histogram";
    if (line.startsWith("#")) continue;
    const [, of = "", labels, value] = LINE.exec(line) ?? [];
    expect(isHistogram ? of.replace(/_(bucket|sum|count)$/, "") : of, line).to.equal(announced);
    found.set(labels ? `${of}{${labels}}` : of, Number(value));
  }
  return found;
}

describe("the metrics", function () {
  this.timeout(60_000);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-metrics-"));
  const clock = testClock();
  let app: App;
  before(async () => {
    const config = { ...loadConfig({ PORT: "0", DATA_DIR: dataDir }), metricsToken: TOKEN };
    app = await build(config, { clock, random: (length) => randomBytes(length), log: silentLog });
    await app.jobs.find(({ name }) => name === "follow bitcoin")?.run();
  });
  after(async () => {
    await app.close();
    fs.rmSync(dataDir, { recursive: true });
  });

  const get = (authorization?: string) => fetch(`${app.url}/metrics`, { headers: authorization ? { authorization } : {} }); // prettier-ignore
  const read = async () => parse(await (await get(`Bearer ${TOKEN}`)).text());
  const newInvoice = async () => {
    const { storeId, apiKey } = app.sandbox!.file;
    const headers = { authorization: `token ${apiKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ amount: "25.00", currency: "USD" });
    const answer = await fetch(`${app.url}/api/v1/stores/${storeId}/invoices`, { method: "POST", headers, body });
    expect(answer.status).to.equal(200);
  }; // prettier-ignore

  it("are shown to nobody without the token", async () => {
    expect((await get()).status).to.equal(401);
    expect((await get("Bearer wrong")).status).to.equal(401);
    const answer = await get(`Bearer ${TOKEN}`);
    expect([answer.status, answer.headers.get("content-type")]).to.deep.equal([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
  });

  it("say what an operator watches", async () => {
    await newInvoice();
    clock.advance(16_000);
    const figures = await read();
    const labels = [...figures.keys()].filter((key) => key.startsWith("crosstill_build_info"));
    expect(labels[0]).to.match(/version="[\d.]+",mode="sandbox",database="sqlite"/);
    expect(figures.get("crosstill_database_up")).to.equal(1);
    expect(figures.get('crosstill_invoices{state="New"}')).to.equal(1);
    expect(figures.get(`crosstill_chain_seen_seconds{chain="${BITCOIN_CHAIN_ID}"}`)).to.equal(16);
    expect(figures.get("crosstill_chain_uncertain")).to.equal(0);
    expect(figures.has("crosstill_oldest_look_seconds")).to.equal(true);
    expect(figures.get("crosstill_webhook_deliveries_due")).to.equal(0);
    expect(figures.get("crosstill_journal_bytes")).to.be.greaterThan(100);
    expect(figures.get('crosstill_calls_total{kind="quotes"}')).to.be.greaterThan(0);
    expect(figures.get('crosstill_call_budget_left{host="service"}')).to.be.greaterThan(0);
    expect(figures.get('crosstill_job_failures_total{job="follow bitcoin"}')).to.equal(0);
    expect(figures.get('crosstill_job_seconds{job="follow bitcoin"}')).to.equal(16);
    expect(figures.has('crosstill_job_seconds{job="check quote user"}'), "one that has not begun").to.equal(
      false,
    );
    expect(figures.has("crosstill_audit_violations"), "what nobody has counted is left out").to.equal(false);
  });

  it("say for how long a chain and the service have not been reached, from the start on", async () => {
    const shop = await startMerchantApp({ env: { METRICS_TOKEN: TOKEN, RPC_1: "http://127.0.0.1:9" } });
    const answer = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const figures = parse(await answer.text());
    await shop.close();
    expect(figures.get('crosstill_chain_seen_seconds{chain="1"}')).to.be.greaterThan(0);
    expect(figures.get("crosstill_service_seen_seconds")).to.be.greaterThan(0);
  });

  it("say how long requests took, by area and class of status", async () => {
    const name = "crosstill_http_request_seconds";
    const series = (code: string) => `{area="api",code="${code}"`;
    const before = await read();
    await newInvoice();
    await fetch(`${app.url}/api/v1/stores`);
    const after = await read();
    const grew = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
    expect(grew(`${name}_count${series("2xx")}}`)).to.equal(1);
    expect(grew(`${name}_count${series("4xx")}}`)).to.equal(1);
    expect(grew(`${name}_bucket${series("2xx")},le="+Inf"}`)).to.equal(1);
    expect(grew(`${name}_sum${series("2xx")}}`)).to.be.greaterThan(0);
  });

  it("say what the process and its machine have left", async () => {
    const figures = await read();
    expect(figures.get("crosstill_resident_bytes")).to.be.greaterThan(10_000_000);
    expect(figures.get("crosstill_uptime_seconds")).to.be.greaterThan(0);
    expect(figures.get("crosstill_event_loop_delay_seconds")).to.be.at.least(0);
    expect(figures.get('crosstill_disk_free_bytes{of="data"}')).to.be.greaterThan(0);
    expect(figures.get('crosstill_disk_free_bytes{of="journal"}')).to.be.greaterThan(0);
  });

  it("count mails that wait and webhooks that were switched off, and know the last backup", async () => {
    expect((await read()).has("crosstill_backup_seconds"), "before the first one").to.equal(false);
    await noteBackup(app.gateway.persistence, clock());
    clock.advance(20_000);
    const figures = await read();
    expect(figures.get("crosstill_backup_seconds")).to.equal(20);
    expect(figures.get("crosstill_mails_due")).to.equal(0);
    expect(figures.get("crosstill_mail_oldest_due_seconds")).to.equal(0);
    expect(figures.get("crosstill_webhooks_disabled")).to.equal(0);
  });

  it("count the database at most every fifteen seconds", async () => {
    const before = (await read()).get('crosstill_invoices{state="New"}');
    await newInvoice();
    expect((await read()).get('crosstill_invoices{state="New"}')).to.equal(before);
    clock.advance(15_000);
    expect((await read()).get('crosstill_invoices{state="New"}')).to.equal(before! + 1);
  });

  it("count the runs of jobs that failed, and show the last audit", async () => {
    const { persistence } = app.gateway;
    await persistence.checkpoints.write("audit", { violations: 2, wholeSince: clock() - 3_600_000 }, clock() - 60_000, 0);
    const { body, version } = (await persistence.checkpoints.read("bitcoin:headers"))!;
    await persistence.checkpoints.write("bitcoin:headers", "not headers", clock(), version);
    const failed = await app.jobs.find(({ name }) => name === "follow bitcoin")?.run().catch(() => true);
    await persistence.checkpoints.write("bitcoin:headers", body, clock(), version + 1);
    clock.advance(15_000);
    const figures = await read();
    expect(failed).to.equal(true);
    expect(figures.get('crosstill_job_failures_total{job="follow bitcoin"}')).to.equal(1);
    expect(figures.get("crosstill_audit_violations")).to.equal(2);
    expect(figures.get("crosstill_audit_seconds")).to.equal(75);
    expect(figures.get("crosstill_audit_whole_seconds")).to.equal(3_615);
  }); // prettier-ignore

  it("keep their form whatever a label holds", () => {
    const samples = [{ value: 1.5, labels: { job: 'a"b\\c\nd' } }];
    const text = metricsText([{ name: "x_total", kind: "counter", help: "two\nlines", samples }]);
    expect(text).to.equal(
      '# HELP x_total two\\nlines\n# TYPE x_total counter\nx_total{job="a\\"b\\\\c\\nd"} 1.5\n',
    );
    expect(parse(text).size).to.equal(1);
  });
});
