import { expect } from "chai";
import express, { type Response } from "express";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { readExportAsk } from "../../../src/gateway/usecases/exports/exportAsk.ts";
import type { BookRange } from "../../../src/gateway/ports/bookLinesPort.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import { sendExport } from "../../../src/gateway/http/sendExport.ts";
import { DAY_MS } from "../../../src/values/time.ts";

const AT = Date.UTC(2026, 10, 1);
const ENDLESS = 5_000; // pages: many more than are read before anybody notices that he has gone
const ONE = { at: AT, id: "payments:x:1", kind: "booked", storeId: "s", invoiceId: "i" };
const ENTRY = { ...ONE, from: "payer", to: "in_flight", currency: "1:0x", amount: 1n };
const LINE = { ...ONE, file: "payments", body: { outcome: "refunded" } };

/** A store whose books are long, and what it was asked for since the reader has left. */
function openArchive() {
  let [pages, pagesAtLeaving] = [0, NaN];
  const read = (item: object, { limit }: BookRange) => (++pages < ENDLESS ? new Array(limit).fill(item) : []);
  const persistence = {
    books: {
      entriesIn: async (range: BookRange) => read(ENTRY, range),
      linesIn: async (_file: string, range: BookRange) => read(LINE, range),
      ...{ assets: async () => new Map(), lateAssets: async () => new Set() },
    },
    checkpoints: { read: async () => true },
  } as unknown as Gateway["persistence"]; // what these files ask of it
  const logged: string[] = [];
  const log = { error: (event: string) => logged.push(event) } as unknown as Gateway["log"];
  return {
    ...{ gateway: { persistence, log }, logged },
    leave: () => void (pagesAtLeaving = pages),
    readInVain: () => pages - pagesAtLeaving,
  };
} // prettier-ignore

describe("a reader who leaves before the first byte of a file", () => {
  for (const name of ["ledger.journal", "koinly.csv"])
    it(`has no more of ${name} read for him, and nobody is told that it broke off`, async () => {
      const { gateway, logged, leave, readInVain } = openArchive();
      const app = express();
      const served = new Promise<void>((resolve, reject) => {
        app.get("/", (_request, response: Response) => {
          response.once("close", leave);
          const ask = readExportAsk({}, { storeId: "s", storeZone: "UTC", storeCurrency: "EUR", now: AT + DAY_MS });
          sendExport(gateway, response, { name, ask }).then(resolve, reject);
          reader.destroy();
        });
      });
      const server = http.createServer(app).listen(0, "127.0.0.1");
      await once(server, "listening");
      const reader = http.get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
      reader.on("error", () => {}); // he has left
      await served;
      server.close();
      expect(readInVain()).to.be.at.most(2);
      expect(logged).to.deep.equal([]);
    });
}); // prettier-ignore
