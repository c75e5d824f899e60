import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openShop, type Shop } from "../api/shop.ts";
import { issuePages } from "../checkout/invoices.ts";
import { serveParent } from "../child.ts";
import { residentBytes } from "./memory.ts";

/** The gateway, and how much memory its process takes. */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
let shop: Shop | undefined;

serveParent({
  /** Opens it with so many invoices; gives the addresses of their news. */
  async streams(count: number): Promise<readonly string[]> {
    shop = await openShop(folder, undefined);
    return (await issuePages(shop, count)).map((url) => `${url}/events`);
  },
  memory: async () => residentBytes(),
});

process.on("disconnect", () => {
  void (shop?.app.close() ?? Promise.resolve()).finally(() => {
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
});
