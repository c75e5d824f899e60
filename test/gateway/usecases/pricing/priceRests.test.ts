import { expect } from "chai";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import { priceRests, type RestRetries } from "../../../../src/gateway/usecases/pricing/priceRests.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { MINUTE_MS, SECOND_MS } from "../../../../src/values/time.ts";
import { given, inBlock, IN_TIME, PRICE_SATS } from "../../domain/invoices/given.ts";
import { testClock } from "../../../support/clock.ts";

describe("pricing a rest", () => {
  it("asks a service that refuses less and less often, and not once the time is over", async () => {
    const { invoice } = given(inBlock({ value: PRICE_SATS / 2n }));
    const clock = testClock(IN_TIME);
    const asked: number[] = [];
    const refuse = async () => {
      asked.push(clock());
      throw new GatewayError("service_unavailable", "The intent service gave no answer.");
    };
    const gateway = {
      clock,
      log: silentLog,
      choosing: new Map(),
      persistence: {
        invoices: {
          unpriced: async (after: string) => (after === "" ? [invoice] : []),
          load: async () => invoice,
        },
        stores: {
          load: refuse,
        },
      },
    } as unknown as Gateway; // what pricing asks first
    const retries: RestRetries = new Map();
    for (let run = 0; run < 300; run++) {
      await priceRests(gateway, retries);
      clock.advance(2 * SECOND_MS);
    }
    const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(waits.slice(0, 6)).to.deep.equal([2, 4, 8, 16, 32, 60].map((seconds) => seconds * SECOND_MS));
    expect(Math.max(...waits)).to.equal(MINUTE_MS);
    clock.advance(10 * MINUTE_MS);
    const before = asked.length;
    await priceRests(gateway, retries);
    expect(asked.length).to.equal(before);
  });
});
