import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { serveParent } from "../child.ts";
import { syncedWrites } from "../table.ts";
import { postAll, startBare, startExpress, type Bare } from "./bare.ts";
import { announceMany, deliver } from "./deliveries.ts";
import { besideHostile } from "./hostile.ts";
import { addWebhook, openShop, type Shop } from "./shop.ts";

/** The measured process, and what it is told to do. Gateway and bare program share it, and take turns. */

export type Opened = Readonly<{ url: string; storeId: string; key: string }>;
export type Deliveries = Readonly<{ good: readonly string[]; hanging: readonly string[]; events: number }>;
export type Posts = Readonly<{ urls: readonly string[]; body: string; posts: number; atOnce: number }>;
export type Hostile = Readonly<{
  good: readonly string[];
  bad: readonly string[];
  events: number;
  everyMs: number;
}>;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
let shop: Shop | undefined;
let bare: Bare | undefined;
let plain: Bare | undefined;

function opened(): Shop {
  if (!shop) throw new Error("The shop is not open.");
  return shop;
}

serveParent({
  async open(databaseUrl: string | null): Promise<Opened> {
    shop = await openShop(folder, databaseUrl ?? undefined);
    return { url: shop.app.url, storeId: shop.merchant.id, key: shop.key };
  },
  async prepare(quotes: number) {
    opened().service.prepare(quotes);
  },
  async webhook(url: string) {
    await addWebhook(opened(), url);
  },
  async bare(sample: object) {
    bare = await startBare(opened().key, opened().merchant, sample);
    return bare.url;
  },
  async express(sample: object) {
    plain = await startExpress(opened().key, opened().merchant, sample);
    return plain.url;
  },
  async cpuUs() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  async syncs() {
    return syncedWrites(folder);
  },
  async deliver({ good, hanging, events }: Deliveries) {
    const { persistence } = opened().app.gateway;
    const ids = await Promise.all(good.map((url) => addWebhook(opened(), url)));
    const others = await Promise.all(hanging.map((url) => addWebhook(opened(), url)));
    await announceMany(opened(), events);
    const result = await deliver(opened(), ids, events * ids.length);
    for (const id of [...ids, ...others]) await persistence.webhooks.delete(id);
    return result;
  },
  async post({ urls, body, posts, atOnce }: Posts) {
    return postAll(urls, body, posts, atOnce);
  },
  async hostile(about: Hostile) {
    return besideHostile(opened(), about);
  },
});

process.on("disconnect", () => {
  void Promise.all([shop?.app.close(), bare?.close(), plain?.close()]).finally(() => {
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
});
