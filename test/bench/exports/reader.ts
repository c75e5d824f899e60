import { spawn } from "node:child_process";
import http from "node:http";
import type { Readable } from "node:stream";
import { serveParent } from "../child.ts";

/** Somebody who reads files to their end: over HTTP, or what the sqlite3 program writes. */

export type Download = Readonly<{ url: string; headers: Readonly<Record<string, string>> }>;
export type Query = Readonly<{ file: string; sql: string }>;
export type Read = Readonly<{ lines: number; perSecond: number; firstMs: number }>;

serveParent({
  download: ({ url, headers }: Download) =>
    new Promise<Read>((resolve, reject) => {
      const began = performance.now();
      const request = http.get(url, { headers, agent: false }, (response) => {
        if (response.statusCode === 200) readAll(response, began).then(resolve, reject);
        else reject(new Error(`${url} answered ${response.statusCode}.`));
      });
      request.on("error", reject);
    }),
  async query({ file, sql }: Query): Promise<Read> {
    const began = performance.now();
    const program = spawn("sqlite3", ["-readonly", "-batch", "-csv", "-header", file, sql], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<void>((resolve, reject) => {
      program.once("error", reject);
      program.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`sqlite3 ended with ${code}.`))));
    });
    const [read] = await Promise.all([readAll(program.stdout, began), ended]);
    return read;
  },
}); // prettier-ignore

const LINE_END = 10;

/** Counts the lines, of which no cell has an end; what is cut off before its end is an error. */
async function readAll(stream: Readable, began: number): Promise<Read> {
  let [lines, firstMs] = [0, NaN];
  for await (const part of stream as AsyncIterable<Buffer>) {
    if (lines === 0) firstMs = performance.now() - began;
    for (let end = part.indexOf(LINE_END); end >= 0; end = part.indexOf(LINE_END, end + 1)) lines++;
  }
  return { lines, perSecond: (lines * 1_000) / (performance.now() - began), firstMs };
}

process.on("disconnect", () => process.exit());
