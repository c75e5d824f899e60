import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { packageFile } from "../../../src/runtime/packageFile.ts";
import { startCaller } from "../caller.ts";
import { startChild } from "../child.ts";
import { compile } from "../compile.ts";
import { measureStart } from "../live/start.ts";
import { measureStreams } from "../live/streams.ts";
import { markdown, syncedWrites, type Row } from "../table.ts";
import { measureViews } from "./views.ts";

/**
 * `npm run bench:checkout`: checkout pages beside the same bytes from express, pages that stay open beside streams of
 * node:http, and starting beside a bare server. It prints the section of docs/explanation/benchmarks.md. `-- --small` tries everything.
 */
const FULL = { rounds: 5, pages: 400, views: 8_000, streams: { rounds: 3, pages: 101, each: 50 } };
const SMALL = { rounds: 1, pages: 40, views: 400, streams: { rounds: 1, pages: 11, each: 50 } };
const small = process.argv.includes("--small");
const { rounds, pages, views, streams } = small ? SMALL : FULL;
const began = performance.now();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-bench-"));
const compiled = compile(path.join(folder, "program"));
try {
  const rows = [
    ...(await checkoutRows()),
    await measureStreams(compiled, streams),
    ...(await measureStart(packageFile("build/main.js"), folder, rounds)),
  ];
  const minutes = (performance.now() - began) / 60_000;
  const command = `npm run bench:checkout${small ? " -- --small" : ""}`;
  console.log(`\n${markdown(rows, { command, minutes, syncs: syncedWrites(folder) })}`);
} finally {
  fs.rmSync(folder, { recursive: true });
}

async function checkoutRows(): Promise<readonly Row[]> {
  const server = startChild(compiled("test/bench/checkout/server.ts"));
  const caller = startCaller(compiled("test/bench/caller.ts"));
  try {
    return await measureViews(server, caller, { rounds, pages, views, atOnce: 32 });
  } finally {
    await caller.close();
    await server.close();
  }
}
