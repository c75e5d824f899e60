import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type http from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer } from "../../../src/gateway/http/server.ts";
import { openShop, type Shop } from "../api/shop.ts";
import { serveParent } from "../child.ts";
import { issuePages } from "./invoices.ts";

/** The measured process: the gateway, and beside it express alone, which answers with a page's bytes. They take turns. */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
let shop: Shop | undefined;
let bare: http.Server | undefined;

async function opened(): Promise<Shop> {
  return (shop ??= await openShop(folder, undefined));
}

serveParent({
  invoices: async (count: number) => issuePages(await opened(), count),
  /** Serves this text under any path, with the headers of a page; gives the address. */
  async bare(page: Readonly<{ text: string; headers: Readonly<Record<string, string>> }>): Promise<string> {
    const { app, server } = createHttpServer();
    app.get("/i/:invoiceId", (_request, response) => void response.set(page.headers).type("html").send(page.text));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    bare = server;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/i/x`;
  },
  async cpuUs() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
}); // prettier-ignore

process.on("disconnect", () => {
  bare?.closeAllConnections();
  bare?.close();
  void (shop?.app.close() ?? Promise.resolve()).finally(() => {
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
});
