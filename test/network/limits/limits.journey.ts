import { expect } from "chai";
import { NETWORK_DEFAULTS } from "../../../src/network/config.ts";
import type { DailyLimits } from "../../../src/network/solver/limits.ts";
import { lookAtHold } from "../../../src/network/checks/decideHold.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { held, PAYEE, payUsdc, quoteToBitcoin, topUp } from "../bitcoinSpending.ts";
import { fixedPrices } from "../pools/poolWorld.ts";
import { alarmLog } from "../solverAlarms.ts";
import { startWorld, type Quoted, type World } from "../world.ts";

const USD = 10n ** 8n;
const TOKEN = "operator-token-for-tests";
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

describe("daily limits of the intent service", function () {
  this.timeout(120_000);
  const { log, events } = alarmLog();
  let audited: AuditedWorld;
  let world: World;

  before(async () => {
    audited = await startAuditedWorld({ log, priceSource: fixedPrices(), operatorToken: TOKEN });
    world = audited.world;
    await topUp(world, 50_000_000, 50_000_000);
    await audited.adopt(await audited.audit());
  });
  after(() => audited.close());
  beforeEach(async () => {
    events.length = 0;
    world.now += DAY_MS; // what was paid before does not count any more
    await start({});
  });
  afterEach(async () => {
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });

  const start = (daily: Partial<DailyLimits>) =>
    world.restart({
      solver: { ...NETWORK_DEFAULTS.solver, daily: { filler: undefined, refunder: undefined, ...daily } },
    });
  /** 100,000 sats, which are 80 dollars. */
  const deposited = async (more: Record<string, unknown> = {}): Promise<Quoted> => {
    const quote = await world.quote(more);
    await paid(quote, Number(quote.input));
    return quote;
  };
  const paid = async (quote: Quoted, sats: number) => {
    await world.pay(quote.address, sats);
    await world.mine();
    await world.tick(3);
  };
  /** A deposit that comes after its quote's time to live: it goes back. */
  const late = async (): Promise<Quoted> => {
    const quote = await world.quote({ ttl: 60, refundTo: PAYEE });
    world.now += 2 * MINUTE_MS;
    await paid(quote, Number(quote.input));
    return quote;
  };
  const later = async (ms: number) => {
    world.now += ms;
    await world.tick(2);
    await world.mine();
    await world.tick(2);
  };
  const statusOf = ({ requestId }: Quoted) => world.status(requestId);
  const refunded = () => held(world, PAYEE);
  const text = async (where: string) => {
    const answer = await fetch(`${world.url}${where}`, { headers: AUTHORIZED });
    return (await answer.text()).replace(/<[^>]*>/g, "");
  };

  it("a fill beyond the limit waits, says so, survives a restart, and is made once when there is room", async () => {
    await start({ filler: 100n * USD });
    const before = await world.received();
    const first = await deposited();
    expect(await statusOf(first)).to.include({ status: "success" });
    const afterFirst = await world.received();
    const second = await deposited();
    const status = await statusOf(second);
    expect(status).to.include({ status: "pending", failReason: "N/A" });
    expect(status["details"]).to.match(/paid out as much as it may within a day; the fill follows by itself/);
    expect(status["txHashes"]).to.deep.equal([]);
    expect(events).to.deep.equal(["network.limit_reached"]);
    const page = await text("/operator");
    expect(page).to.match(/1 fill waits for room in the daily limit: 79\.\d\d of 100\.00 dollars are used/);
    expect(page).to.match(/Fills of the last 24 hours\s*79\.\d\d of 100\.00 dollars/);
    const metrics = await text("/metrics");
    expect(metrics).to.match(/crosstill_network_limit_waiting\{role="filler"\} 1\n/);
    expect(metrics).to.match(/crosstill_network_limit_usd\{role="filler"\} 100\n/);
    await start({ filler: 100n * USD });
    await later(23 * HOUR_MS);
    expect(await world.received(), "not before").to.equal(afterFirst);
    await later(HOUR_MS);
    expect(await statusOf(second)).to.include({ status: "success" });
    const afterBoth = await world.received();
    expect(afterBoth - before >= first.minimum + second.minimum).to.equal(true);
    await later(DAY_MS);
    expect(await world.received(), "once").to.equal(afterBoth);
  });

  it("goes on as soon as the limit is raised, and a smaller fill that fits does not wait for it", async () => {
    await start({ filler: 100n * USD });
    await deposited();
    const second = await deposited();
    const small = await deposited({ amount: "20000" });
    expect(await statusOf(small)).to.include({ status: "success" });
    expect(await statusOf(second)).to.include({ status: "pending" });
    await start({ filler: 200n * USD });
    await later(MINUTE_MS);
    expect(await statusOf(second)).to.include({ status: "success" });
  });

  it("counts fills of all chains together, on Bitcoin too, where one waits and is made once", async () => {
    await start({ filler: 100n * USD });
    await deposited();
    const before = held(world, PAYEE);
    const quote = await quoteToBitcoin(world, 60n * 10n ** 6n);
    await payUsdc(world, quote.address, 60n * 10n ** 6n);
    await world.tick(3);
    expect(await statusOf(quote)).to.include({ status: "pending" });
    expect((await statusOf(quote))["details"]).to.match(/as much as it may within a day/);
    expect(held(world, PAYEE)).to.equal(before);
    await later(DAY_MS);
    expect(await statusOf(quote)).to.include({ status: "success" });
    const after = held(world, PAYEE);
    expect(after - before >= quote.minimum).to.equal(true);
    await later(DAY_MS);
    expect(held(world, PAYEE)).to.equal(after);
  });

  it("a fill that waits past the time to live of its quote goes back, and is not made then", async () => {
    await start({ filler: 100n * USD });
    await deposited();
    const before = [await world.received(), refunded()] as const;
    const second = await deposited({ ttl: 3_600, refundTo: PAYEE });
    expect(await statusOf(second)).to.include({ status: "pending" });
    await later(2 * HOUR_MS);
    expect(await statusOf(second)).to.include({ status: "refund", failReason: "TTL_EXPIRED" });
    expect(refunded() > before[1]).to.equal(true);
    await later(DAY_MS);
    expect(await world.received()).to.equal(before[0]);
  });

  it("nothing is decided by hand about what the limit holds", async () => {
    await start({ filler: 100n * USD });
    await deposited();
    const { requestId } = await deposited();
    const asked = lookAtHold(audited.parts as never, {
      ...{ id: requestId, decision: "refund", to: undefined, toName: "--to" },
    });
    const { message } = (await asked.catch((error: unknown) => error)) as Error;
    expect(message).to.match(/waits for room in the daily limit.* raise NETWORK_FILLER_DAILY_USD/);
    await later(DAY_MS);
  });

  it("a single fill above the whole limit is refused when it is quoted, and goes back where more came", async () => {
    await start({ filler: 100n * USD });
    const refused = await world.post("/quote/v2", world.quoteBody({ amount: "200000" }));
    expect(refused.status).to.equal(400);
    expect(refused.body).to.include({ errorCode: "INSUFFICIENT_LIQUIDITY" });
    expect(refused.body["message"]).to.match(/pays at most 100 USDC at a time/);
    const { body } = await world.get("/config/v2?originChainId=8253038&destinationChainId=31337");
    expect((body["solver"] as Record<string, string>)["capacityPerRequest"]).to.equal("33333333333333333"); // ETH at 3,000 dollars
    const before = await world.received();
    const quote = await world.quote();
    await paid(quote, 3 * Number(quote.input));
    await later(0);
    expect(await statusOf(quote)).to.include({ status: "refund", failReason: "SOLVER_BALANCE_TOO_LOW" });
    expect(await world.received()).to.equal(before);
  });

  it("a refund beyond the limit waits, says so, and is made once when there is room", async () => {
    await start({ refunder: 100n * USD });
    const first = await late();
    await later(0);
    expect(await statusOf(first)).to.include({ status: "refund" });
    const afterFirst = refunded();
    const second = await late();
    await later(0);
    const status = await statusOf(second);
    expect(status).to.include({ status: "pending", failReason: "TTL_EXPIRED" });
    expect(status["details"]).to.match(
      /refunded as much as it may within a day; the refund follows by itself/,
    );
    expect(events).to.deep.equal(["network.limit_reached"]);
    expect(refunded()).to.equal(afterFirst);
    await later(DAY_MS);
    expect(await statusOf(second)).to.include({ status: "refund" });
    const afterBoth = refunded();
    expect(afterBoth > afterFirst).to.equal(true);
    await later(DAY_MS);
    expect(refunded(), "once").to.equal(afterBoth);
  });

  it("a refund on an EVM chain counts with those of Bitcoin, and one above the whole limit waits for the operator", async () => {
    await start({ refunder: 100n * USD });
    const { address: user } = await world.evm.wallet(5);
    const usdc = 150n * 10n ** 6n;
    const quote = await quoteToBitcoin(world, usdc, { ttl: 60 });
    const before = await world.evm.balanceOf(world.usdc, user);
    world.now += 2 * MINUTE_MS;
    await payUsdc(world, quote.address, usdc);
    const paidOut = await world.evm.balanceOf(world.usdc, user);
    await world.tick(3);
    await later(DAY_MS);
    expect(await statusOf(quote)).to.include({ status: "pending" });
    expect(await world.evm.balanceOf(world.usdc, user)).to.equal(paidOut);
    expect(events).to.deep.equal(["network.limit_reached"]);
    await start({ refunder: 200n * USD });
    await later(MINUTE_MS);
    expect(await statusOf(quote)).to.include({ status: "refund" });
    const back = (await world.evm.balanceOf(world.usdc, user)) - paidOut;
    expect(back > (usdc * 9n) / 10n && back < usdc, `${back} of ${before}`).to.equal(true);
    const next = await late();
    await later(0);
    expect(await statusOf(next), "150 and 80 dollars are more than 200").to.include({ status: "pending" });
    await later(DAY_MS);
    expect(await statusOf(next)).to.include({ status: "refund" });
  });
});

describe("what is left over of deposits, beyond a daily limit", function () {
  this.timeout(120_000);
  let world: World;

  before(async () => {
    const solver = { ...NETWORK_DEFAULTS.solver, daily: { filler: undefined, refunder: 100n * USD } };
    const { log } = alarmLog();
    world = await startWorld({ priceSource: fixedPrices(), solver, log });
    await topUp(world, 50_000_000); // one coin: a payment that takes it leaves none to others
  });
  after(() => world.close());

  it("a refund out of the service's coins that waits holds up no smaller one", async () => {
    const overpaid = async (more: number): Promise<Quoted> => {
      const changes = { strict: true, tradeType: "EXACT_OUTPUT", amount: "20000000", refundTo: PAYEE };
      const quote = await world.quote(changes);
      await world.pay(quote.address, Number(quote.input) + more);
      await world.mine();
      await world.tick(3);
      expect(await world.status(quote.requestId)).to.include({ status: "success" });
      return quote;
    };
    await overpaid(200_000); // 160 dollars
    expect(held(world, PAYEE)).to.equal(0n);
    await overpaid(20_000);
    await world.tick(3);
    await world.mine();
    await world.tick(3);
    const back = held(world, PAYEE);
    expect(back > 15_000n && back < 20_000n, `${back} sats came back`).to.equal(true);
  });
});
