import { expect } from "chai";
import express from "express";
import request from "supertest";
import { GatewayError } from "../../src/gateway/errors.ts";
import { errorHandler } from "../../src/http/errors.ts";
import type { Log } from "../../src/log.ts";

describe("a price in a currency that nobody gives a rate of", () => {
  it("is refused for a minute, and the operator is warned once for each currency", async () => {
    const logged: string[] = [];
    const note = (level: string) => (event: string, data?: unknown) => void logged.push(`${level} ${event} ${JSON.stringify(data)}`); // prettier-ignore
    const log: Log = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
    const app = express();
    app.get("/api/:currency", ({ params }) => {
      throw new GatewayError("rate_unavailable", `No rate from ${params.currency} to USD.`);
    });
    app.use(errorHandler(log));
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
