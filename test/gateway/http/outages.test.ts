import { expect } from "chai";
import express from "express";
import request from "supertest";
import { GatewayError } from "../../../src/gateway/errors.ts";
import { errorHandler } from "../../../src/gateway/http/errors.ts";
import type { Log } from "../../../src/runtime/log.ts";

/** An application whose calls fail like this, and what it logs. */
function failing(errorOf: (name: string) => Error) {
  const logged: string[] = [];
  const note = (level: string) => (event: string, data?: Record<string, unknown>) => void logged.push(`${level} ${event} ${JSON.stringify(data)}`); // prettier-ignore
  const log: Log = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
  const app = express();
  app.get("/api/:name", ({ params }) => {
    throw errorOf(params.name);
  });
  app.use(errorHandler(log));
  return { app, logged };
}

describe("a price in a currency that nobody gives a rate of", () => {
  it("is refused for a minute, and the operator is warned once for each currency", async () => {
    const { app, logged } = failing(
      (name) => new GatewayError("rate_unavailable", `No rate from ${name} to USD.`),
    );
    for (const currency of ["EUR", "EUR", "JPY"]) {
      const { status, headers, body } = await request(app).get(`/api/${currency}`);
      expect([status, headers["retry-after"]]).to.deep.equal([503, "60"]);
      expect(body).to.deep.equal({ code: "rate-unavailable", message: `No rate from ${currency} to USD.` });
    }
    expect(logged).to.deep.equal([
      'warn rates.unavailable {"message":"No rate from EUR to USD."}',
      'warn rates.unavailable {"message":"No rate from JPY to USD."}',
    ]);
  });
});

describe("a call that the intent service, a chain or the database leaves without an answer", () => {
  it("is answered with 503; only what nobody foresaw, and a missing database, is logged as an error", async () => {
    const errors: Readonly<Record<string, Error>> = {
      service: new GatewayError("service_unavailable", "The intent service gave no usable answer."),
      chain: new GatewayError("chain_unseen", "The chain does not answer."),
      database: new GatewayError("storage_unavailable", "The database does not answer."),
      defect: new TypeError("Cannot read properties of undefined."),
    };
    const { app, logged } = failing((name) => errors[name] ?? new Error(name));
    const answers: request.Response[] = [];
    for (const name of Object.keys(errors)) answers.push(await request(app).get(`/api/${name}`));
    expect(answers.map(({ status }) => status)).to.deep.equal([503, 503, 503, 500]);
    for (const [index, { headers }] of answers.entries())
      expect(logged[index], "the request id of the answer").to.include(
        `"requestId":"${headers["x-request-id"]}"`,
      );
    expect(logged.map((line) => line.split(" ", 2).join(" "))).to.deep.equal([
      ...["warn http.unavailable", "warn http.unavailable"],
      ...["error http.failed", "error http.failed"],
    ]);
  });
});
