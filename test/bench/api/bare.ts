import { silentLog } from "../../../src/runtime/log.ts";
import { memoryCounters } from "../../support/memoryCounters.ts";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import express from "express";
import helmet from "helmet";
import { apiLimits } from "../../../src/gateway/http/limits.ts";
import { createHttpServer } from "../../../src/gateway/http/server.ts";
import { keyDigest } from "../../../src/gateway/usecases/access/keyText.ts";
import type { MerchantStore } from "../../../src/gateway/usecases/stores/merchantStore.ts";
import { readInvoiceRequest } from "../../../src/gateway/http/api/invoiceRequest.ts";
import { load, type Load } from "../measure.ts";

/** A bare program that makes invoices and keeps nothing. */
export type Bare = Readonly<{ url: string; close(): Promise<void> }>;

/** POST anything: the key's digest is looked up, the body parsed and checked by the gateway's schema, and an answer like `sample` sent. */
export async function startBare(key: string, { settings }: MerchantStore, sample: object): Promise<Bare> {
  const answer = answerer(key, settings, sample);
  const server = http.createServer((request, response) => {
    void json(request)
      .then((body) => answer(request.headers.authorization, body))
      .then(
        (invoice) => send(response, 200, JSON.stringify(invoice)),
        (error: unknown) => send(response, 400, String(error)),
      );
  });
  return listening(server);
}

const DEPS = { clock: Date.now, log: silentLog, persistence: { counters: memoryCounters() } };

/** The same by express, as the gateway has it: what is left to be fast for whoever keeps something as well. */
export async function startExpress(key: string, { settings }: MerchantStore, sample: object): Promise<Bare> {
  const answer = answerer(key, settings, sample);
  const { app, server } = createHttpServer();
  app.use(helmet(), ...apiLimits(10_000_000, DEPS), express.json());
  app.post(
    "/",
    (request, response) => void response.json(answer(request.headers.authorization, request.body)),
  );
  return listening(server);
}

function answerer(key: string, settings: MerchantStore["settings"], sample: object) {
  const keys = new Map([[keyDigest(key), { permissions: new Set(["cancreateinvoice"]) }]]);
  let count = 0;
  return (authorization: string | undefined, body: unknown): object => {
    const [, text = ""] = /^token (\S+)$/.exec(authorization ?? "") ?? [];
    if (!keys.get(keyDigest(text))?.permissions.has("cancreateinvoice")) throw new Error("Unknown key.");
    const { metadata } = readInvoiceRequest(body, settings);
    return { ...sample, id: String(count++), metadata };
  };
}

async function listening(server: http.Server): Promise<Bare> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: http.ServerResponse, status: number, body: string): void {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  response.writeHead(status, headers).end(body);
}

/** Posts a body so often to each of some URLs in turn, unsigned, over kept connections, and remembers nothing. */
export async function postAll(urls: readonly string[], body: string, posts: number, atOnce: number): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  try {
    return await load(posts, atOnce, (index) => post(urls[index % urls.length] ?? "", body, agent));
  } finally {
    agent.destroy();
  }
} // prettier-ignore

function post(url: string, body: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const request = http.request(url, { method: "POST", headers, agent });
    request.on("error", reject).on("response", (response) => {
      response.on("error", reject).on("end", resolve).resume();
    });
    request.end(body);
  });
}
