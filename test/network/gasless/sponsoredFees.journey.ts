import { expect } from "chai";
import type { Wallet } from "../evmWorld.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { sponsoredFeesOf } from "../../../src/network/persistence/sponsoredFees.ts";
import { HOUR_MS } from "../../../src/values/time.ts";
import { walk } from "../evmRoutes.ts";
import { walletQuote, type Step } from "../quote/quoted.ts";
import { API_KEY, RECIPIENT, type World } from "../world.ts";
import { sponsoringApp, type App } from "./sponsored.ts";

type Amounts = Readonly<{ amount: string; minimumAmount: string; amountUsd: string }>;
type Answer = Readonly<{
  steps: readonly Step[];
  fees: Record<"relayer" | "relayerGas" | "relayerService" | "subsidized" | "app", Amounts>;
  details: Readonly<{
    currencyIn: Amounts;
    currencyOut: Amounts;
    totalImpact: Readonly<{ usd: string }>;
    expandedPriceImpact: Record<"sponsored" | "execution" | "relay" | "app", Readonly<{ usd: string }>>;
  }>;
  feeSponsorship?: Readonly<{ quoted: Record<string, unknown> }>;
}>;

const TOKEN = "operator-token-for-tests";

describe("fees of quotes that an application pays (subsidizeFees)", function () {
  this.timeout(60_000);
  let audited: AuditedWorld;
  let world: World;
  let app: App;
  let wallet: Wallet;
  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, elevatedPerSecond: 10_000, operatorToken: TOKEN });
    world = audited.world;
    app = await sponsoringApp(audited);
    wallet = await world.evm.wallet(12);
  });
  after(() => audited.close());

  const post = (body: Record<string, unknown>, key: string | undefined) =>
    world.post("/quote/v2", body, key === undefined ? {} : { "x-api-key": key });
  const bodyOf = (changes: Record<string, unknown> = {}) =>
    walletQuote(world, wallet.address, { recipient: RECIPIENT, subsidizeFees: true, ...changes });
  const ask = async (changes: Record<string, unknown> = {}, by = app) => {
    const { status, body } = await post(bodyOf(changes), by.key);
    expect(status, JSON.stringify(body)).to.equal(200);
    return { ...(body as unknown as Answer), id: (body as unknown as Answer).steps[0]?.requestId ?? "" };
  };
  const refusal = async (changes: Record<string, unknown>, key: string | undefined = app.key) => {
    const { status, body } = await post(bodyOf(changes), key);
    return `${status} ${String(body["errorCode"])}: ${String(body["message"])}`;
  };
  const dollars = async (field: string, by = app) => Number((await by.balance())[field]);
  const received = () => world.other.balanceOf(world.other.usdc, RECIPIENT);
  const feesOf = (id: string) => sponsoredFeesOf(audited.parts.store, id);

  it("leave the user the whole amount: the quote says so, the fill pays it, and the key is charged the fees to the unit", async () => {
    const quote = await ask();
    const { fees, details } = quote;
    expect(details.currencyOut.amount).to.equal("25000000");
    expect(fees.subsidized.amount).to.equal(fees.relayer.amount);
    expect(BigInt(fees.subsidized.amount) > 0n).to.equal(true);
    expect(details.totalImpact.usd).to.equal("0.000000");
    expect(Number(details.expandedPriceImpact.sponsored.usd) > 0).to.equal(true);
    expect(quote.feeSponsorship?.quoted).to.deep.include({ selectedComponents: ["execution", "relay"] });
    const [balance, available] = [await dollars("balanceUsd"), await dollars("availableUsd")];
    const held = Number((await feesOf(quote.id))?.held) / 1e6;
    expect(balance - available).to.be.closeTo(held, 1e-6);
    expect(held, "half more than quoted").to.be.closeTo(1.5 * Number(fees.subsidized.amountUsd), 1e-5);
    const before = await received();
    await walk(wallet, quote.steps);
    await world.tick(4);
    expect(await world.status(quote.id)).to.include({ status: "success" });
    expect((await received()) - before).to.equal(25_000_000n);
    const charged = (await feesOf(quote.id))?.charged ?? 0n;
    expect(balance - (await dollars("balanceUsd"))).to.be.closeTo(Number(charged) / 1e6, 1e-7);
    expect(await dollars("availableUsd")).to.equal(await dollars("balanceUsd"));
    expect(charged > 0n && Number(charged) / 1e6 <= held).to.equal(true);
    const listed = await world.get(`/requests/v2?id=${quote.id}`, { "x-api-key": app.key });
    const [row] = listed.body["requests"] as { data: { subsidizedRequest: boolean } }[];
    expect(row?.data.subsidizedRequest).to.equal(true);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("make an exact output cost its worth, and leave the shares of applications and what is not theirs to the user", async () => {
    const exact = await ask({ tradeType: "EXACT_OUTPUT" });
    expect(exact.details.currencyIn.amount).to.equal("25000000");
    const appFees = [{ recipient: wallet.address, fee: "100" }];
    const shared = await ask({ appFees });
    expect(shared.details.currencyOut.amount).to.equal("24750000");
    const back = await received();
    await walk(wallet, exact.steps);
    await world.tick(4);
    expect(await world.status(exact.id)).to.include({ status: "success" });
    expect((await received()) - back).to.equal(25_000_000n);
    const plain = await ask({ subsidizeFees: false });
    expect(plain.fees.subsidized.amount).to.equal("0");
    expect(plain).to.not.have.property("feeSponsorship");
  });

  it("are paid of a deposit from Bitcoin and of one that goes there", async () => {
    const into = world.quoteBody({ subsidizeFees: true });
    const { body } = await world.post("/quote/v2", into, { "x-api-key": app.key });
    const { steps, fees, details } = body as unknown as Answer & { steps: { depositAddress: string }[] };
    const [first] = steps;
    expect(BigInt(fees.subsidized.amount)).to.equal(BigInt(fees.relayer.amount));
    await world.pay(first?.depositAddress ?? "", Number(details.currencyIn.amount));
    await world.mine();
    await world.tick(4);
    expect(await world.status(first?.requestId ?? "")).to.include({ status: "success" });
    expect((await feesOf(first?.requestId ?? ""))?.state).to.equal("settled");
    await world.pay(world.network.solver.bitcoin, 10_000_000);
    await world.mine();
    await world.tick(2);
    await audited.adopt(await audited.audit());
    const out = await ask({
      destinationChainId: 8253038,
      destinationCurrency: "BTC",
      recipient: world.refundTo,
    });
    await walk(wallet, out.steps);
    await world.tick(4);
    await world.mine();
    await world.tick(4);
    expect(await world.status(out.id)).to.include({ status: "success" });
    expect((await feesOf(out.id))?.state).to.equal("settled");
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("are held once for quotes at the same moment: together they never take more than there is", async () => {
    const measured = await sponsoringApp(audited);
    await ask({}, measured);
    const one = (await dollars("balanceUsd", measured)) - (await dollars("availableUsd", measured));
    const poor = await sponsoringApp(audited, { balance: (one * 3.5).toFixed(6) });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(bodyOf(), poor.key)));
    const codes = answers.map(({ status, body }) => (status === 200 ? "ok" : String(body["errorCode"])));
    expect(codes.filter((code) => code === "ok")).to.have.length(3);
    expect(codes.filter((code) => code === "SPONSOR_BALANCE_TOO_LOW")).to.have.length(5);
    expect(await dollars("availableUsd", poor)).to.be.closeTo(one * 0.5, one * 0.1);
  });

  it("are held within the limits for a quote and for a day", async () => {
    const measured = await sponsoringApp(audited);
    await ask({}, measured);
    const one = (await dollars("balanceUsd", measured)) - (await dollars("availableUsd", measured));
    const poor = await sponsoringApp(audited, { perDay: (one * 1.5).toFixed(6) });
    expect(
      await refusal({}, (await sponsoringApp(audited, { perCall: (one * 0.9).toFixed(6) })).key),
    ).to.contain("on one");
    const answers = await Promise.all([1, 2, 3].map(() => post(bodyOf(), poor.key)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.map(({ body }) => String(body["message"])).join()).to.contain("a day");
  });

  it("are given back when a quote is not paid in time, and when it is refunded", async () => {
    const own = await sponsoringApp(audited);
    const had = await dollars("availableUsd", own);
    const unpaid = await ask({ ttl: 60 }, own);
    const late = await ask({ ttl: 60 }, own);
    expect((await dollars("availableUsd", own)) < had).to.equal(true);
    await walk(wallet, late.steps);
    world.now += 61_000;
    await world.tick(4);
    expect(await world.status(late.id)).to.include({ status: "refund", failReason: "TTL_EXPIRED" });
    await world.tick(1);
    expect([(await feesOf(unpaid.id))?.state, (await feesOf(late.id))?.state]).to.deep.equal([
      "released",
      "released",
    ]);
    expect(await dollars("availableUsd", own)).to.equal(had);
    expect(await dollars("balanceUsd", own)).to.equal(had);
  });

  it("are in the price of a quote that is paid after that: the minimum still protects its user", async () => {
    const quote = await ask({ slippageTolerance: "500" });
    world.now += 2 * HOUR_MS;
    await world.tick(2);
    expect((await feesOf(quote.id))?.state).to.equal("released");
    const [before, had] = [await received(), await dollars("balanceUsd")];
    await walk(wallet, quote.steps);
    await world.tick(4);
    expect(await world.status(quote.id)).to.include({ status: "success" });
    const got = (await received()) - before;
    expect(got < 25_000_000n && got >= BigInt(quote.details.currencyOut.minimumAmount), `${got}`).to.equal(
      true,
    );
    expect(await dollars("balanceUsd")).to.equal(had);
  });

  it("are given back when the fill reverts, although they were charged", async () => {
    const contract = "0x7777777777777777777777777777777777777777";
    const code = (bytecode: string) =>
      world.other.client.request({ method: "anvil_setCode", params: [contract, bytecode] } as never);
    await code("0x00");
    const route = {
      destinationCurrency: "0x0000000000000000000000000000000000000000",
      slippageTolerance: "5000",
    };
    const quote = await ask({ ...route, recipient: contract });
    const had = await dollars("balanceUsd");
    await walk(wallet, quote.steps);
    await world.other.client.setAutomine(false);
    await world.tick(3);
    expect((await feesOf(quote.id))?.state).to.equal("charged");
    expect((await dollars("balanceUsd")) < had).to.equal(true);
    await code("0xfe");
    await world.other.client.mine({ blocks: 1 });
    await world.other.client.setAutomine(true);
    await world.tick(1);
    world.now += 6 * 60_000;
    await world.tick(6);
    expect(await world.status(quote.id)).to.include({ status: "refund", failReason: "TRANSACTION_REVERTED" });
    await world.tick(1);
    expect((await feesOf(quote.id))?.state).to.equal("released");
    expect(await dollars("balanceUsd")).to.equal(had);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("are refused by name without a key, without a balance, for a part of them, and for a swap of the user's own", async () => {
    expect(await refusal({}, "")).to.match(/401|UNAUTHORIZED/);
    expect(await refusal({}, API_KEY)).to.contain("400 SPONSOR_BALANCE_TOO_LOW: This API key has no balance");
    for (const [name, value] of [
      ["maxSubsidizationAmount", "1000000"],
      ["sponsoredFeeComponents", ["relay"]],
      ["subsidizationBps", 5_000],
    ] as const)
      expect(await refusal({ [name]: value })).to.contain(`400 INVALID_REQUEST: ${name} is not supported`);
    const swap = { destinationChainId: world.evm.id, destinationCurrency: "WETH" };
    expect(await refusal(swap)).to.contain("400 INVALID_REQUEST: subsidizeFees: a swap on one chain");
    const signed = await ask({ ...swap, usePermit: true });
    expect(BigInt(signed.fees.subsidized.amount) > 0n).to.equal(true);
  });

  it("are on the operator's page with each key's balance", async () => {
    const answer = await fetch(`${world.url}/operator`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const text = (await answer.text()).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    const name = app.key.slice(0, 12);
    const [, balance, , , fees] =
      new RegExp(`${name} ([\\d.,]+) ([\\d.,]+) ([\\d.,]+) ([\\d.,]+)`).exec(text) ?? [];
    expect(Number(balance?.replace(",", ""))).to.be.closeTo(await dollars("balanceUsd"), 0.011);
    expect(Number(fees) > 0, text).to.equal(true);
  });
});
