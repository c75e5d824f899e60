import { BITCOIN_CHAIN_ID } from "../../src/protocol/identifiers.ts";
import express from "express";
import { expect } from "chai";
import supertest from "supertest";
import type { ChainDoubt } from "../../src/chain/esplora.ts";
import type { Gateway } from "../../src/gateway/ports.ts";
import { createSensors } from "../../src/gateway/sensors.ts";
import { healthRoutes } from "../../src/http/health.ts";
import { testClock } from "../support/clock.ts";

describe("/health/ready", () => {
  const readiness = async (doubt: ChainDoubt | undefined) => {
    const clock = testClock();
    const sensors = createSensors();
    sensors.saw(BITCOIN_CHAIN_ID, clock());
    clock.advance(7_000);
    const gateway = {
      ...{ clock, sensors },
      explorer: { doubt: () => doubt },
      store: { readNote: async () => undefined },
      service: { listKind: () => "none" },
    } as unknown as Gateway; // nothing else is touched
    return supertest(express().use(healthRoutes(gateway))).get("/health/ready").expect(200); // prettier-ignore
  };

  it("says why the best chain is uncertain, and is ready all the same: invoices can be made", async () => {
    const { body } = await readiness({
      since: 1,
      reason: "Only 1 of the explorers answered, and 2 must agree.",
    });
    expect(body).to.include({
      status: "ready",
      chainUncertain: "Only 1 of the explorers answered, and 2 must agree.",
    });
  });

  it("says nothing of it while it is certain", async () => {
    const { body } = await readiness(undefined);
    expect(body).to.include({ status: "ready", chainUncertain: null, chainSeenSecondsAgo: 7 });
  });
});
