import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import express from "express";
import { expect } from "chai";
import supertest from "supertest";
import type { ChainDoubt } from "../../../src/bitcoin/reader/esplora.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import { createSensors } from "../../../src/gateway/usecases/tracking/sensors.ts";
import { healthRoutes, type Readiness, type Storage } from "../../../src/gateway/http/health.ts";
import { testClock } from "../../support/clock.ts";

describe("/health/ready", () => {
  const ALL_WELL: Readiness = {
    storage: async () => ({ database: "ok", journal: "ok" }),
    stalledJobs: () => [],
    clockSkewMs: () => undefined,
    warnings: () => [],
    isStopping: () => false,
  };
  const TOKEN = "a-token-of-twenty-letters";
  const readiness = (doubt?: ChainDoubt, changes: Partial<Readiness> = {}, token?: string) => {
    const clock = testClock();
    const sensors = createSensors();
    sensors.saw(BITCOIN_CHAIN_ID, clock());
    clock.advance(7_000);
    const gateway = {
      ...{ clock, sensors },
      explorer: { doubt: () => doubt },
      heard: { processes: 0, doubt: undefined, settling: new Map() },
      service: { listKind: () => "none" },
    } as unknown as Gateway; // nothing else is touched
    return supertest(express().use(healthRoutes(gateway, { ...ALL_WELL, ...changes }, token))).get("/health/ready"); // prettier-ignore
  };

  it("says why the best chain is uncertain, and is ready all the same: invoices can be made", async () => {
    const { status, body } = await readiness({
      since: 1,
      reason: "Only 1 of the explorers answered, and 2 must agree.",
    });
    expect(status).to.equal(200);
    expect(body).to.include({
      status: "ready",
      chainUncertain: "Only 1 of the explorers answered, and 2 must agree.",
    });
  });

  it("lists settings whose check has not succeeded, and is ready all the same", async () => {
    const warnings = ["RPC_8453: node.example.com gave no answer."];
    const { status, body } = await readiness(undefined, { warnings: () => warnings });
    expect(status).to.equal(200);
    expect(body).to.deep.include({ status: "ready", warnings });
  });

  it("says nothing of it while it is certain", async () => {
    const { body } = await readiness(undefined);
    expect(body).to.include({ status: "ready", chainUncertain: null, chainSeenSecondsAgo: 7 });
  });

  const storages: readonly Storage[] = [
    { database: "no answer", journal: "ok" },
    { database: "not writable", journal: "ok" },
    { database: "ok", journal: "not writable" },
  ];
  for (const storage of storages)
    it(`is not ready while the database is "${storage.database}" and the journal "${storage.journal}"`, async () => {
      const { status, body } = await readiness(undefined, { storage: async () => storage });
      expect(status).to.equal(503);
      expect(body).to.include({ status: "not ready", ...storage });
    });

  it("is not ready while jobs are not done, and names them", async () => {
    const { status, body } = await readiness(undefined, { stalledJobs: () => ["follow bitcoin"] });
    expect(status).to.equal(503);
    expect(body).to.deep.include({ status: "not ready", stalledJobs: ["follow bitcoin"] });
  });

  it("gives strangers the status only: details are for this machine and for the metrics token", async () => {
    const broken: Partial<Readiness> = { storage: async () => ({ database: "no answer", journal: "ok" }) };
    const forwarded = { "X-Forwarded-For": "192.0.2.7" };
    const stranger = await readiness(undefined, broken, TOKEN).set(forwarded);
    expect([stranger.status, stranger.body]).to.deep.equal([503, { status: "not ready" }]);
    const guessing = await readiness(undefined, {}, TOKEN).set({
      ...forwarded,
      Authorization: "Bearer wrong",
    });
    expect([guessing.status, guessing.body]).to.deep.equal([200, { status: "ready" }]);
    const without = await readiness(undefined, {}).set({ ...forwarded, Authorization: "Bearer undefined" });
    expect(without.body, "no token is set").to.deep.equal({ status: "ready" });
    const monitor = await readiness(undefined, broken, TOKEN).set({
      ...forwarded,
      Authorization: `Bearer ${TOKEN}`,
    });
    expect(monitor.body).to.include({ status: "not ready", database: "no answer" });
    expect((await readiness()).body, "from this machine").to.include({ database: "ok" });
    const local = await readiness(undefined, {}, TOKEN);
    expect(local.body, "a proxy on this machine that does not name the caller").to.deep.equal({
      status: "ready",
    });
  });

  it("is not ready any more once it stops", async () => {
    const { status, body } = await readiness(undefined, { isStopping: () => true });
    expect(status).to.equal(503);
    expect(body).to.include({ status: "stopping" });
  });
});
