import http from "node:http";
import type { AddressInfo } from "node:net";
import { serveParent, startChild } from "../child.ts";

/** Receivers of webhooks in a process of their own; the last part of a path says how one behaves. */
export type Receivers = Readonly<{ url: string; hangUp(): Promise<void>; close(): Promise<void> }>;

export async function startReceivers(file: string): Promise<Receivers> {
  const child = startChild(file);
  const url = await child.ask<string>("listen");
  return { url, hangUp: () => child.ask("hangUp"), close: () => child.close() };
}

/** Ways to be a bad receiver. "refused" is no behaviour of this server: nobody listens there. */
export const HOSTILE = ["slow", "endless", "silent", "unfinished", "reset", "redirect"] as const;

const GIGABYTE = 2 ** 30;
const BLOCK = Buffer.alloc(65_536, "x");

const BEHAVIOURS: Readonly<Record<string, (response: http.ServerResponse) => void>> = {
  good: (response) => response.writeHead(200, { "content-length": 2 }).end("ok"),
  slow: (response) => every(1_000, response, () => response.write("x")), // a byte a second
  endless: (response) => stream(response, GIGABYTE),
  silent: () => {},
  unfinished: (response) => response.writeHead(200).write("never closed"),
  reset: (response) => response.socket?.resetAndDestroy(),
  redirect: (response) => response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
};

function every(ms: number, response: http.ServerResponse, act: () => void): void {
  act();
  const timer = setInterval(act, ms);
  response.on("close", () => clearInterval(timer));
}

function stream(response: http.ServerResponse, bytes: number): void {
  if (response.destroyed || bytes <= 0) return void response.end();
  response.write(BLOCK, () => stream(response, bytes - BLOCK.length));
}

if (process.send && process.argv[1] === import.meta.filename) {
  const server = http.createServer((request, response) => {
    const kind = request.url?.split("/").at(-1) ?? "";
    request.on("end", () => BEHAVIOURS[kind]?.(response)).resume();
    request.on("error", () => {});
  });
  serveParent({
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async hangUp() {
      server.closeAllConnections();
    },
  });
  process.on("disconnect", () => process.exit());
}
