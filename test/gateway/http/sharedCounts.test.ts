import express from "express";
import { expect } from "chai";
import request from "supertest";
import { apiLimits } from "../../../src/gateway/http/limits.ts";
import type { Counters } from "../../../src/gateway/ports/counterPort.ts";
import { createAttempts } from "../../../src/gateway/usecases/access/attempts.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { testClock } from "../../support/clock.ts";
import { memoryCounters } from "../../support/memoryCounters.ts";

const MINUTE_MS = 60_000;
const LIMIT = 100;

/** Two gateways on one database, and how many of so many calls of a key each lets through. */
function twoGateways(counters: Counters) {
  const clock = testClock();
  const start = () => {
    const limits = apiLimits(LIMIT, { clock, log: silentLog, persistence: { counters } });
    return express().use(...limits, (_request, response) => void response.json({}));
  };
  const apps = [start(), start()];
  const call = async (app: express.Express, key = "one") =>
    (await request(app).get("/").set("authorization", `token ${key}`)).status === 200;
  const round = async (key?: string) => {
    const passed = await Promise.all(apps.map((app) => call(app, key)));
    await new Promise(setImmediate); // what was passed on in the background has arrived
    return passed.filter(Boolean).length;
  };
  return { clock, round };
}

describe("the limit of an API key at two gateways", () => {
  it("is one limit, exceeded by a second's calls and a tenth at most", async () => {
    const { clock, round } = twoGateways(memoryCounters());
    let passed = 0;
    for (let turn = 0; turn < 200; turn++) {
      passed += await round();
      if (turn % 5 === 4) clock.advance(1_000); // five calls a second at each
    }
    expect(passed).to.be.within(LIMIT, LIMIT * 1.2);
  });

  it("begins anew with the next minute, for each key by itself", async () => {
    const { clock, round } = twoGateways(memoryCounters());
    for (let turn = 0; turn < LIMIT + 10; turn++) {
      if (turn % 10 === 0) clock.advance(1_000);
      await round();
    }
    expect(await round()).to.equal(0);
    expect(await round("other")).to.equal(2);
    clock.advance(MINUTE_MS);
    expect(await round()).to.equal(2);
  });

  it("is counted by each gateway alone while the database gives no answer", async () => {
    const away: Counters = { ...memoryCounters(), add: () => Promise.reject(new Error("away")) };
    const { round } = twoGateways(away);
    let passed = 0;
    for (let turn = 0; turn < 2 * LIMIT; turn++) passed += await round();
    expect(passed).to.equal(2 * LIMIT);
  });
});

describe("attempts", () => {
  it("are counted together by two gateways, until a quarter of an hour after the first", async () => {
    const clock = testClock();
    const persistence = { counters: memoryCounters() };
    const [here, there] = [
      createAttempts({ clock, persistence }, "sign-in"),
      createAttempts({ clock, persistence }, "sign-in"),
    ];
    expect(await here.take("ada", 2)).to.equal(0);
    clock.advance(5 * MINUTE_MS);
    expect(await there.take("ada", 2)).to.equal(0);
    expect(await here.take("ada", 2)).to.equal(10 * MINUTE_MS);
    expect(await here.take("bob", 2)).to.equal(0);
    await there.forget("ada");
    expect(await here.take("ada", 2)).to.equal(0);
  });

  it("of different kinds are counted apart", async () => {
    const clock = testClock();
    const persistence = { counters: memoryCounters() };
    expect(await createAttempts({ clock, persistence }, "code").take("ada", 1)).to.equal(0);
    expect(await createAttempts({ clock, persistence }, "sign-in").take("ada", 1)).to.equal(0);
  });
});
