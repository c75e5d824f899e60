import { monitorEventLoopDelay } from "node:perf_hooks";
import { auditBooks } from "../../../src/gateway/usecases/audit/auditBooks.ts";
import { readProgress, writeProgress } from "../../../src/gateway/usecases/audit/auditProgress.ts";
import { SECOND_MS } from "../../../src/values/time.ts";
import type { Opened } from "../api/server.ts";
import { openShop, type Shop } from "../api/shop.ts";
import { serveParent } from "../child.ts";

/** The measured process: a gateway that makes invoices, with the audit's job or without. */

export type Opening = Readonly<{ folder: string; url: string | null }>;
/** What a part of the measurement came to, in milliseconds. */
export type Held = Readonly<{ longestMs: number; cpuMs: number }>;

let shop: Shop | undefined;
let job: NodeJS.Timeout | undefined;
let running: Promise<void> | undefined;
const delays = monitorEventLoopDelay({ resolution: 1 });
let cpu = process.cpuUsage();

function opened(): Shop {
  if (!shop) throw new Error("The shop is not open.");
  return shop;
}

serveParent({
  async open({ folder, url }: Opening): Promise<Opened> {
    shop = await openShop(folder, url ?? undefined);
    return { url: shop.app.url, storeId: shop.merchant.id, key: shop.key };
  },
  async prepare(quotes: number) {
    opened().service.prepare(quotes);
  },
  /** Has the audit begin with what takes longest by far: the invoices. Only before it has begun. */
  async placeAudit() {
    const { persistence, clock } = opened().app.gateway;
    const progress = await readProgress(persistence, clock());
    await writeProgress(persistence, { ...progress, cycle: { walk: "invoices", after: "" } }, clock());
  },
  /** Runs the job each second, as the server does. */
  async startAudit() {
    const audit = opened().app.jobs.find(({ name }) => name === "audit");
    job = setInterval(() => {
      running ??= audit?.run().finally(() => (running = undefined));
    }, SECOND_MS);
  },
  async stopAudit() {
    clearInterval(job);
    await running;
  },
  async watch() {
    delays.enable();
    delays.reset();
    cpu = process.cpuUsage();
  },
  async watched(): Promise<Held> {
    const { user, system } = process.cpuUsage(cpu);
    return { longestMs: delays.max / 1e6, cpuMs: (user + system) / 1e3 };
  },
  /** How far the job has come, and what it has found. */
  async progress(): Promise<unknown> {
    return (await opened().app.gateway.persistence.checkpoints.read("audit"))?.body;
  },
  /** A whole audit, as the command makes it. */
  async whole() {
    const began = performance.now();
    const { violations, invoices } = await auditBooks(opened().app.gateway.persistence, Date.now());
    return { violations: violations.slice(0, 5), invoices, seconds: (performance.now() - began) / SECOND_MS };
  },
});

process.on("disconnect", () => {
  clearInterval(job);
  void (shop?.app.close() ?? Promise.resolve()).finally(() => process.exit());
});
