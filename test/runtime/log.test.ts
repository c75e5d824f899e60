import http from "node:http";
import { expect } from "chai";
import express from "express";
import request from "supertest";
import { createHttp } from "../../src/http-client/http.ts";
import { rateSource } from "../../src/gateway/adapters/rates/rateSources.ts";
import { printErrors } from "../../src/cli/printErrors.ts";
import { errorHandler } from "../../src/gateway/http/errors.ts";
import { describeError, silentLog } from "../../src/runtime/log.ts";
import { createPersistence } from "../../src/gateway/persistence/persistence.ts";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { onBothDatabases } from "../support/databases.ts";

/** What an error becomes in the log, at the level that says most, and on the command line. */
function written(error: unknown): string {
  return `${JSON.stringify(describeError(error, true))} ${printErrors(error)}`;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(() => expect.fail("it did not fail"), (error: unknown) => error);
} // prettier-ignore

describe("what reaches the log", () => {
  onBothDatabases("gateway", (open) => {
    it("of a query that failed is nothing that was typed", async () => {
      const database = await open();
      const persistence = createPersistence(database, () => undefined);
      await database.close();
      const errors = [
        await failureOf(persistence.keys.find("ada@example.com")),
        await failureOf(persistence.checkpoints.read("ada@example.com")),
      ];
      for (const error of errors)
        expect(written(error))
          .to.match(/A query failed: select|not open/)
          .and.not.include("ada@");
    });
  });

  it("of a call that failed is neither a key in the URL nor a password, whatever it failed of", async () => {
    const server = http.createServer((asked, response) => {
      if (asked.url?.includes("hang-up")) return void asked.socket.destroy();
      response.writeHead(500).end();
    });
    const port = await listen(server, 0, "127.0.0.1");
    const baseUrl = `http://user:pass-word@127.0.0.1:${port}/v3/secret-key`;
    const client = createHttp({ baseUrl, timeoutMs: 2_000, maxBytes: 1_000 });
    for (const path of ["/tx/ab?apikey=secret-key", "/hang-up?apikey=secret-key"]) {
      const text = written(await failureOf(client.get(path)));
      expect(text).to.include(`127.0.0.1:${port}${path.split("?")[0]}`);
      expect(text).to.not.include("secret-key").and.not.include("pass-word");
    }
    const source = rateSource(`http://127.0.0.1:${port}/secret-key/{base}?key=secret-key#price`);
    expect(written(await failureOf(source.price("BTC", "USD")))).to.include(`127.0.0.1:${port}`).and.not.include("secret-key");
    await closeServer(server);
  }); // prettier-ignore

  it("of a page that failed is the pull payment, and not what claims it", async () => {
    const logged: string[] = [];
    const log = { ...silentLog, error: (event: string, data?: object) => void logged.push(JSON.stringify([event, data])) };
    const app = express();
    app.get("/{*all}", () => { throw new Error("the disk is full"); });
    app.use(errorHandler(log));
    for (const path of ["/pull-payments/1abc-secret", "/api/v1/pull-payments/1abc-secret/payouts"]) await request(app).get(path);
    expect(logged).to.have.length(2);
    for (const line of logged) expect(line).to.include("pull-payments/1abc").and.not.include("secret");
  }); // prettier-ignore
});
