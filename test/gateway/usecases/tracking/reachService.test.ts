import { expect } from "chai";
import { healthLines } from "../../../../src/gateway/compose/healthLines.ts";
import { reachService } from "../../../../src/gateway/usecases/tracking/reachService.ts";
import { merchantWords } from "../../../../src/languages/merchantWords.ts";
import { MINUTE_MS, SECOND_MS } from "../../../../src/values/time.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";

describe("a shop without payments", () => {
  const WHY = "No answer from GET intents.example/requests/v2.";
  let merchant: MerchantApp;
  let probes: number;
  let failure: string | undefined;
  beforeEach(async () => {
    merchant = await startMerchantApp();
    probes = 0;
    failure = undefined;
  });
  afterEach(() => merchant.close());

  /** Lets time pass: the job looks every ten seconds, as its schedule says. */
  const pass = async (minutes: number, memory = { probedAt: 0 }) => {
    const { gateway } = merchant.app;
    const probe = async () => (probes++, failure);
    for (let looks = 0; looks < (minutes * MINUTE_MS) / (10 * SECOND_MS); looks++) {
      merchant.clock.advance(10 * SECOND_MS);
      await reachService({ ...gateway, service: { ...gateway.service, probe } }, memory);
    }
  };

  /** How the owner's pages say that the intent service is. */
  const serviceLine = async () => {
    const readiness = {
      storage: async () => ({ database: "ok", journal: "ok" }) as const,
      stalledJobs: () => [],
      clockSkewMs: () => undefined,
      warnings: () => [],
      isStopping: () => false,
    };
    const lines = await healthLines(merchant.app.gateway, readiness, merchant.dataDir, merchantWords("en"));
    return lines.find(({ name }) => name === "Intent service");
  };

  it("shows a service that answers as reached from its first minute on, at a call a minute", async () => {
    await pass(1);
    expect(await serviceLine()).to.include({ state: "reached within the last minute", isWell: true });
    await pass(59);
    expect(await serviceLine()).to.include({ isWell: true });
    expect(probes).to.be.within(55, 65);
    const answer = await fetch(`${merchant.url}/health/ready`);
    const { serviceSeenSecondsAgo } = (await answer.json()) as { serviceSeenSecondsAgo: number };
    expect(serviceSeenSecondsAgo).to.be.lessThan(60);
  });

  it("shows at once why a service was never reached", async () => {
    failure = WHY;
    await pass(1);
    expect(await serviceLine()).to.include({ state: `not reached: ${WHY}`, isWell: false });
  });

  it("shows within two minutes that a service does not answer any more, and that it does again", async () => {
    await pass(1);
    failure = WHY;
    await pass(2);
    expect(await serviceLine()).to.include({ state: `last reached 2 min ago: ${WHY}`, isWell: false });
    failure = undefined;
    await pass(1);
    expect(await serviceLine()).to.include({ state: "reached within the last minute", isWell: true });
  });

  it("does not ask a service that has just answered about a payment", async () => {
    const memory = { probedAt: merchant.clock() };
    for (let minute = 0; minute < 9; minute++) {
      merchant.app.gateway.sensors.saw("service", merchant.clock());
      await pass(5 / 6, memory);
    }
    expect(probes).to.equal(0);
    expect(await serviceLine()).to.include({ isWell: true });
  });
});
