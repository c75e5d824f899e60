import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import Sqlite from "better-sqlite3";
import express from "express";

/** A bare program that does the same work for the database and the wire, and nothing else: the ratio's other side. */
export type Bare = Readonly<{ url: string; close(): Promise<void> }>;

/**
 * POST /quote parses 300 bytes of JSON, writes three rows in one durable transaction and answers 2 kB; GET /status reads one
 * row by its key and answers 200 bytes.
 */
export async function startBare(folder: string): Promise<Bare> {
  const db = new Sqlite(path.join(folder, "bare.db"));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  for (const table of ["requests", "addresses", "changes"])
    db.exec(`create table ${table} (id text primary key, body text)`);
  const inserts = ["requests", "addresses", "changes"].map((table) =>
    db.prepare(`insert into ${table} values (?, ?)`),
  );
  const read = db.prepare("select body from requests where id = ?");
  const write = db.transaction((id: string, body: string) => {
    for (const insert of inserts) insert.run(id, body);
  });
  let count = 0;
  const app = express();
  app.disable("etag");
  app.post("/quote", express.json(), (request, response) => {
    const id = String(count++);
    write(id, JSON.stringify(request.body));
    response.json({ id, filler: "x".repeat(2_000) });
  });
  app.get("/status", (request, response) => {
    response.json({ found: read.get(String(request.query["id"])) !== undefined, filler: "x".repeat(150) });
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      db.close();
    },
  };
}
