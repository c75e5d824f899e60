import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { openDatabase } from "../../../src/database/open.ts";
import type { Line } from "../../../src/network/ledger/accounts.ts";
import { allLines } from "../../../src/network/persistence/ledger.ts";
import { tables } from "../../../src/network/persistence/schema.sqlite.ts";
import { balance, createPayees, evmQuote, family, transferOf, walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { API_KEY, RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, refused, walk as walkSteps, walletQuote, type Item } from "../quote/quoted.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const COIN = 10n ** 17n; // 300 dollars
const APP = "0x3333333333333333333333333333333333333333";
const KEY = { "x-api-key": API_KEY };

/** What the contract does not show, in the words of public services. */
describe("extensions", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-extensions-"));
  const databaseUrl = path.join(folder, "network.db");
  const prices: Record<string, bigint> = { BTC: 80_000n, ETH: 3_000n, WETH: 3_000n, USDC: 1n, USDT: 1n };
  const payee = createPayees();
  let world: World;
  let user: Wallet;
  before(async () => {
    const priceSource = { price: async (symbol: string) => (prices[symbol] ?? 1n) * 100_000_000n };
    world = await startWorld({ twoChains: true, databaseUrl, priceSource });
    user = await world.evm.wallet(10);
    await world.tick(2); // the solver allows the swap desk its tokens
  });
  after(async () => {
    await world.close();
    fs.rmSync(folder, { recursive: true });
  });
  beforeEach(() => (prices.ETH = 3_000n));

  const bridge = (changes: Record<string, unknown> = {}) => walletQuote(world, user.address, changes);
  /** Ether to dollars by deposit address. */
  const quoted = (changes: Record<string, unknown> = {}) =>
    evmQuote(world, user, {
      ...{ useDepositAddress: true, refundTo: payee(), recipient: payee() },
      ...{ amount: String(COIN), destinationCurrency: world.other.usdc },
      ...changes,
    });
  const wordOf = async ({ requestId }: { requestId: string }) => (await world.status(requestId)).status;
  const settle = () => world.tick(4);
  const lines = async (): Promise<readonly Line[]> => {
    const { db, commit, close } = await openDatabase(databaseUrl, "network", true);
    const found: Line[] = [];
    for await (const page of allLines({ db, commit, close, tables })) found.push(...page);
    await close();
    return found;
  };

  it("a strict address is one order: refundTo is needed, an exact output is delivered, less is refunded [x.strict]", async () => {
    const strict = { strict: true, tradeType: "EXACT_OUTPUT", amount: "100000000" };
    const without = bridge({ ...strict, useDepositAddress: true, refundTo: undefined });
    expect(await refused(world, without)).to.equal("400 INVALID_REQUEST");
    for (const [share, word] of [
      [100n, "success"],
      [99n, "refund"],
    ] as const) {
      const recipient = payee();
      const quote = await quoted({ ...strict, recipient });
      const input = BigInt(quote.steps[0]!.items[0]!.data.value);
      await user.send({ to: quote.address, value: (input * share) / 100n });
      await settle();
      expect(await wordOf(quote)).to.equal(word);
      const paid = await balance(world.other, world.other.usdc, recipient);
      expect(paid).to.equal(word === "success" ? 100_000_000n : 0n);
    }
  });

  it("EXPECTED_OUTPUT is the input for about that output, for wallets and strict addresses [x.expected-output]", async () => {
    const expected = (useDepositAddress: boolean, strict: boolean) =>
      bridge({ tradeType: "EXPECTED_OUTPUT", useDepositAddress, strict, refundTo: RECIPIENT });
    expect(await refused(world, expected(true, false))).to.equal("400 UNSUPPORTED_EXECUTION_TYPE");
    for (const useDepositAddress of [true, false]) {
      const body = expected(useDepositAddress, useDepositAddress);
      const { currencyIn, currencyOut } = (await ask(world, body)).details;
      expect(Number(currencyOut.amount)).to.be.within(25_000_000, 25_000_100);
      expect(Number(currencyIn.amount)).to.be.within(25_000_001, 26_000_000);
      expect(BigInt(currencyOut.minimumAmount) < 25_000_000n).to.equal(true);
    }
  });

  it("the public words tell a sighting and a fill in flight [x.status-detail]", async () => {
    await world.restart({ statusDetail: "public" });
    const quote = await world.quote();
    const words = [await wordOf(quote)];
    await world.pay(quote.address, 100_000);
    await world.tick(2);
    words.push(await wordOf(quote));
    await world.mine();
    world.swallowSends = true;
    await world.tick(3);
    words.push(await wordOf(quote));
    world.swallowSends = false;
    await world.restart();
    expect(words).to.deep.equal(["waiting", "pending", "submitted"]);
    await settle();
  });

  it("a signed permit is executed by the service; meanwhile the public word is depositing [x.permit] [x.depositing]", async () => {
    await world.restart({ statusDetail: "public" });
    const [recipient, poor] = [payee(), await world.evm.wallet(12)];
    const { steps } = await ask(world, bridge({ user: poor.address, usePermit: true, recipient }));
    expect(steps.map(({ id, kind }) => `${id} ${kind}`)).to.deep.equal(["authorize signature"]);
    const [{ requestId, items }] = steps as [(typeof steps)[0]];
    const { sign, post } = items[0].data as Required<Item["data"]>;
    const { domain, types, primaryType, value: message } = sign;
    const typed = { domain, types, primaryType, message } as Parameters<typeof poor.account.signTypedData>[0];
    const signature = await poor.account.signTypedData(typed);
    await world.evm.client.setAutomine(false);
    expect((await world.post(`${post.endpoint}?signature=${signature}`, post.body)).status).to.equal(200);
    await world.tick();
    expect(await world.status(requestId)).to.include({ status: "depositing" });
    await world.evm.client.setAutomine(true);
    await world.evm.client.mine({ blocks: 1 });
    await settle();
    await world.restart();
    expect(await world.status(requestId)).to.include({ status: "success" });
    expect((await balance(world.other, world.other.usdc, recipient)) > 24_000_000n).to.equal(true);
  });

  it("fees and details come with a quote, and the minimum in them is the floor of the fill [x.fees]", async () => {
    const { details, fees } = await ask(world, bridge({ slippageTolerance: "200" }));
    const [input, output] = [BigInt(details.currencyIn.amount), BigInt(details.currencyOut.amount)];
    expect(input - output, "both are dollars").to.equal(BigInt(fees.relayer.amount));
    expect(BigInt(fees.relayer.amount)).to.equal(
      BigInt(fees.relayerGas.amount) + BigInt(fees.relayerService.amount),
    );
    expect(BigInt(details.currencyOut.minimumAmount)).to.equal((output * 98n) / 100n);
  });

  it("app fees are basis points of the input, booked in dollars for each recipient [x.app-fees] [service.app-fees]", async () => {
    const other = "0x4444444444444444444444444444444444444444";
    const appFees = [
      { recipient: APP, fee: "100" },
      { recipient: other, fee: "50" },
    ];
    const { fees } = await ask(world, bridge({ appFees }));
    expect(fees.app.amount, "1.5 % of 25 dollars").to.equal("375000");
    const plain = await quoted();
    const quote = await quoted({ appFees });
    expect(Number(plain.minimum - quote.minimum) / 1e6).to.be.closeTo(300 * 0.015 * 0.99, 0.01);
    await walk(user, quote.steps);
    await settle();
    const booked = (await lines()).filter(({ account }) => account.startsWith("app-fees:"));
    expect(
      booked.map(({ account, amount }) => [account, amount < 0n ? -amount : amount]),
    ).to.have.deep.members([
      [`app-fees:${APP}`, 3_000_000n],
      [`app-fees:${other}`, 1_500_000n],
    ]);
    for (const fee of ["1.5", "-1", "10000"]) {
      const wrong = bridge({ appFees: [{ recipient: APP, fee }] });
      expect(await refused(world, wrong), fee).to.equal("400 INVALID_REQUEST");
    }
  });

  it("slippageTolerance is what may be lost until the fill, in basis points [x.slippage]", async () => {
    for (const [slippageTolerance, share] of [
      ["0", 10_000n],
      ["250", 9_750n],
      [undefined, 9_900n],
    ] as const) {
      const { amount, minimumAmount } = (await ask(world, bridge({ slippageTolerance }))).details.currencyOut;
      expect(BigInt(minimumAmount)).to.equal((BigInt(amount) * share) / 10_000n);
    }
    for (const wrong of ["10001", "-1", "1.5", 100])
      expect(await refused(world, bridge({ slippageTolerance: wrong }))).to.equal(
        "400 INVALID_SLIPPAGE_TOLERANCE",
      );
  });

  it("what is not filled within ttl seconds is refunded [x.ttl]", async () => {
    for (const [late, outcome] of [
      [50_000, "success"],
      [61_000, "refund"],
    ] as const) {
      const quote = await quoted({ ttl: 60 });
      await walk(user, quote.steps);
      world.now += late;
      await settle();
      const told = await world.status(quote.requestId);
      expect([told.status, told.failReason]).to.deep.equal([
        outcome,
        outcome === "refund" ? "TTL_EXPIRED" : "N/A",
      ]);
    }
  });

  it("whatever is refused says why, for people and for programs [x.errors]", async () => {
    for (const [answer, status, code] of [
      [await world.post("/quote/v2", bridge({ amount: "x" })), 400, "INVALID_REQUEST"],
      [await world.get("/intents/status/v3"), 400, "INVALID_REQUEST"],
      [await world.get("/chains", { "x-api-key": "wrong" }), 401, "UNAUTHORIZED"],
      [await world.get("/nothing"), 404, "NOT_FOUND"],
    ] as const) {
      expect([answer.status, answer.body.errorCode]).to.deep.equal([status, code]);
      expect(answer.body.message)
        .to.be.a("string")
        .and.match(/\w.{15,}/);
    }
  });

  it("requests are found by id, address, user and hash; v3 wants a key [x.requests-v2] [x.requests-v3]", async () => {
    const quote = await quoted();
    const hash = await walk(user, quote.steps);
    await settle();
    const ids = async (version: string, query: string, headers = {}) => {
      const { status, body } = await world.get(`/requests/${version}?${query}`, headers);
      return [status, ...((body.requests ?? []) as { id: string }[]).map(({ id }) => id)];
    };
    for (const query of [
      `id=${quote.requestId}`,
      `depositAddress=${quote.address}`,
      `hash=${hash}`,
      `user=${user.address}&limit=1`,
    ]) {
      expect(await ids("v2", query), query).to.deep.equal([200, quote.requestId]);
      const named = query.replace(/^hash=/, "depositTxHash=");
      expect(await ids("v3", named, KEY), named).to.deep.equal([200, quote.requestId]);
      expect(await ids("v3", named), named).to.deep.equal([401]);
    }
    expect(await ids("v2", `id=0x${"ab".repeat(32)}`)).to.deep.equal([200]);
  });

  it("a second deposit is a child with an id and a status of its own [x.children]", async () => {
    const quote = await quoted();
    for (const value of [COIN, COIN / 2n]) {
      await user.send({ to: quote.address, value });
      await settle();
    }
    const [child, parent] = await family(world, quote.address);
    expect(child?.id).to.not.equal(quote.requestId);
    expect(child).to.include({ parentRequestId: quote.requestId, status: "success" });
    expect(parent).to.include({ id: quote.requestId, supersededByRequestId: child?.id });
    expect(await wordOf({ requestId: child!.id })).to.equal("success");
  });

  it("a request whose money came in another coin ends as the child does, and names it [x.superseded]", async () => {
    const quote = await quoted();
    await user.send(transferOf(world.evm.usdc, quote.address, 50_000_000n));
    await settle();
    const [child, parent] = await family(world, quote.address);
    const status = { status: "success", supersededByRequestId: child?.id };
    expect(parent).to.include({ id: quote.requestId, ...status });
    expect(await world.status(quote.requestId)).to.include(status);
  });

  it("currencies are found by chain, word and address [x.currencies]", async () => {
    const found = async (filter: Record<string, unknown>) => {
      const { body } = await world.post("/currencies/v2", filter);
      return (body as unknown as { chainId: number; symbol: string }[]).map(
        (one) => `${one.chainId} ${one.symbol}`,
      );
    };
    expect(await found({ term: "usdc" })).to.deep.equal(["31337 USDC", "31338 USDC"]);
    expect(await found({ address: world.other.usdt, chainIds: [31338] })).to.deep.equal(["31338 USDT"]);
    expect(await found({ chainIds: [8253038] })).to.deep.equal(["8253038 BTC"]);
  });

  it("a price is that of a currency in dollars [x.price]", async () => {
    const price = (address: string, chainId: number) =>
      world.get(`/currencies/token/price?address=${address}&chainId=${chainId}`);
    expect((await price(ZERO, 31337)).body).to.deep.equal({ price: 3_000 });
    expect((await price("BTC", 8253038)).body).to.deep.equal({ price: 80_000 });
    expect((await price("DOGE", 31337)).status).to.equal(400);
  });

  it("a transaction that is named is looked at at once [x.index] [service.indexing]", async () => {
    const quote = await quoted();
    const index = (chainId: string, txHash: string) => world.post("/transactions/index", { chainId, txHash });
    expect((await index("31337", `0x${"12".repeat(32)}`)).status).to.equal(404);
    const hash = await walk(user, quote.steps);
    expect(await wordOf(quote), "nobody has looked yet").to.equal("waiting");
    expect((await index("31337", hash)).status).to.equal(200);
    expect((await world.status(quote.requestId)).inTxHashes).to.deep.equal([hash]);
    await settle();
  });

  it("sends, wraps and unwraps are the user's own, and succeed once they are reported [x.send] [x.single] [service.indexing]", async () => {
    const { weth } = world.evm;
    for (const [from, to, recipient] of [
      [ZERO, ZERO, RECIPIENT],
      [world.evm.usdc, world.evm.usdc, RECIPIENT],
      [ZERO, weth, user.address],
      [weth, ZERO, user.address],
    ] as const) {
      const same = { originCurrency: from, destinationCurrency: to, recipient, amount: "1000000" };
      const { steps, fees, details } = await ask(
        world,
        bridge({ destinationChainId: world.evm.id, ...same }),
      );
      expect([steps.length, fees.relayer.amount, details.currencyOut.amount]).to.deep.equal([
        1,
        "0",
        "1000000",
      ]);
      const [{ requestId, items }] = steps as [(typeof steps)[0]];
      const { to: target, data, value } = items[0].data;
      const before = await balance(world.evm, to, RECIPIENT);
      const txHash = await user.send({ to: target, data, value: BigInt(value) });
      if (recipient === RECIPIENT)
        expect((await balance(world.evm, to, RECIPIENT)) - before).to.equal(1_000_000n);
      await world.tick(2);
      expect(await wordOf({ requestId }), "nobody watches it").to.equal("waiting");
      const report = { requestId, chainId: "31337", tx: JSON.stringify({ txHash }) };
      expect((await world.post("/transactions/single", report)).status).to.equal(200);
      expect(await wordOf({ requestId })).to.equal("success");
    }
  });

  it("what came to an address and was missed is found by a reindex [x.reindex]", async () => {
    const quote = await quoted();
    await user.send(transferOf(world.evm.usdc, quote.address, 50_000_000n));
    const { status, body } = await world.post("/transactions/deposit-address/reindex", {
      ...{ chainId: "31337", depositAddress: quote.address },
    });
    expect(status).to.equal(200);
    expect(body.triggeredCurrencies).to.deep.equal([
      { currency: world.evm.usdc, symbol: "USDC", balance: "50000000" },
    ]);
    const requests = await family(world, quote.address); // of one instant: the clock has not moved
    const found = requests.find(({ parentRequestId }) => parentRequestId); // of another coin than the quote's
    expect((await world.status(found?.id ?? "")).inTxHashes).to.have.length(1);
    const foreign = { chainId: "31337", depositAddress: RECIPIENT };
    expect((await world.post("/transactions/deposit-address/reindex", foreign)).status).to.equal(404);
    await settle();
  });

  it("a same-chain swap is done in the user's own transaction, for exactly what was quoted [x.swap]", async () => {
    const recipient = payee();
    const swap = bridge({ destinationChainId: world.evm.id, destinationCurrency: "USDT", recipient });
    const { steps, details } = await ask(world, swap);
    await walkSteps(world.evm, user, steps);
    expect(await balance(world.evm, world.evm.usdt, recipient)).to.equal(BigInt(details.currencyOut.amount));
    await settle();
    expect(await world.status(steps[0]!.requestId)).to.include({ status: "success" });
  });

  it("a same-chain swap that nobody hands in ends once its order has expired, and succeeds should it turn up after all [x.swap]", async () => {
    const recipient = payee();
    const swap = bridge({ destinationChainId: world.evm.id, destinationCurrency: "USDT", recipient });
    const { steps } = await ask(world, swap);
    const status = () => world.status(steps[0]!.requestId);
    world.now += 60_000;
    await settle();
    expect(await status(), "clocks differ").to.include({ status: "waiting" });
    world.rpcDown = true;
    world.now += 5 * 60_000;
    await settle();
    world.rpcDown = false;
    expect(await status(), "a chain that says nothing").to.include({ status: "waiting" });
    await settle();
    expect(await status()).to.include({
      status: "failure",
      failReason: "ORDER_EXPIRED",
      refundFailReason: "N/A",
    });
    await walkSteps(world.evm, user, steps); // the chain's own clock is far behind
    await settle();
    expect(await status()).to.include({ status: "success", failReason: "N/A" });
  });
});
