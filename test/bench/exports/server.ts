import fs from "node:fs";
import type { App } from "../../../src/gateway/compose/app.ts";
import { openGateway } from "../api/shop.ts";
import { serveParent } from "../child.ts";

/** The measured process: the gateway with a database that is there. */

let app: App | undefined;

serveParent({
  async open(folder: string): Promise<string> {
    ({ app } = await openGateway(folder));
    return app.url;
  },
  peakBytes: async () => peakBytes(),
});

/** The most memory that this process ever had, as Linux counts it. */
function peakBytes(): number {
  const [, kib = "NaN"] = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kib) * 1024;
}

process.on("disconnect", () => {
  void (app?.close() ?? Promise.resolve()).finally(() => process.exit());
});
