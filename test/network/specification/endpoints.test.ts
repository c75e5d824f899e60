import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import { routerAbi } from "../../../src/evm/codec/contracts.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { readArtifact } from "../../../src/network/contracts/artifacts.ts";
import { balance, createPayees } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { startWorld, type World } from "../world.ts";
import { ask, refused, walk, walletQuote } from "../quote/quoted.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const VALUE = 10n ** 16n;
const shopAbi = parseAbi([
  "function buy(uint256 item) payable",
  "function buyWithToken(address token, uint256 amount)",
]);

/** Interface specification 4.1 to 4.3 and 9: what is asked where, and calls on the destination chain. */
describe("the endpoints", () => {
  const payee = createPayees();
  let world: World;
  let wallet: Wallet;
  let shop: EvmAddress;
  let router: EvmAddress;
  before(async () => {
    world = await startWorld({ twoChains: true });
    wallet = await world.evm.wallet(10);
    const { client } = world.other;
    const hash = await client.deployContract({ ...readArtifact("Checkout"), args: [] });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    shop = contractAddress as EvmAddress; // of a deployment
    const { body } = await world.get("/chains");
    const chains = body.chains as { id: number; contracts: { erc20Router: EvmAddress } }[];
    router = chains.find(({ id }) => id === world.other.id)!.contracts.erc20Router;
  });
  after(() => world.close());

  const bridge = (changes: Record<string, unknown> = {}) => walletQuote(world, wallet.address, changes);
  /** A request for calls with the native coin; the amount is `amount`. */
  const calling = (txs: readonly object[], amount: bigint, changes: Record<string, unknown> = {}) =>
    bridge({
      ...{ originCurrency: ZERO, destinationCurrency: ZERO, tradeType: "EXACT_OUTPUT" },
      ...{ recipient: payee(), amount: String(amount), txs },
      ...changes,
    });
  /** The same with USDT, which needs its allowance reset. */
  const callingWith = (token: string, txs: readonly object[], amount: bigint, recipient = payee()) =>
    calling(txs, amount, { originCurrency: token, destinationCurrency: token, recipient });
  const buy = (value: bigint | number) => {
    const data = encodeFunctionData({ abi: shopAbi, functionName: "buy", args: [7n] });
    return { to: shop, value: typeof value === "bigint" ? String(value) : value, data };
  };
  const buyWith = (token: EvmAddress, amount: bigint) => {
    const data = encodeFunctionData({ abi: shopAbi, functionName: "buyWithToken", args: [token, amount] });
    return { to: shop, value: "0", data };
  };
  const approve = (token: EvmAddress, amount: bigint) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [shop, amount] });
    return { to: token, value: "0", data };
  };
  /** Quotes, pays and waits; the request must succeed. */
  const carryOut = async (body: Record<string, unknown>) => {
    const { steps } = await ask(world, body);
    await walk(world.evm, wallet, steps);
    await world.tick(4);
    expect(await world.status(steps[0]!.requestId)).to.include({ status: "success" });
  };

  it("POST /quote/v2 takes JSON and answers steps [post.quote] [version.paths]", async () => {
    const { status, body, headers } = await world.post("/quote/v2", bridge());
    expect(status).to.equal(200);
    expect(headers["content-type"]).to.match(/^application\/json/);
    expect(body.steps).to.be.an("array").with.length(2);
    for (const [type, sent] of [
      ["text/plain", JSON.stringify(bridge())],
      ["application/json", "{"],
      ["application/json", "[]"],
    ] as const) {
      const answer = await world.post("/quote/v2", sent, { "content-type": type });
      expect([answer.status, answer.body.errorCode], sent).to.deep.equal([400, "INVALID_REQUEST"]);
    }
    expect((await world.get("/quote/v2")).status, "it is no GET").to.equal(405);
  });

  it("seven fields are enough for a bridge and for a swap [quote.standard]", async () => {
    const seven = bridge();
    expect(Object.keys(seven)).to.have.length(7);
    for (const body of [seven, { ...seven, destinationChainId: world.evm.id, destinationCurrency: "WETH" }]) {
      const { details } = await ask(world, body);
      expect(details).to.include({ recipient: wallet.address });
    }
  });

  it("bridges lead from and to EVM chains and Bitcoin [service.chains]", async () => {
    await world.pay(world.network.solver.bitcoin, 50_000_000);
    await world.mine();
    await world.tick();
    const evm = { originChainId: 31337, originCurrency: "USDC", user: wallet.address, amount: "50000000" };
    const bitcoin = {
      originChainId: 8253038,
      originCurrency: "BTC",
      user: world.wallet.address,
      amount: "100000",
    };
    const toEvm = { destinationChainId: 31338, destinationCurrency: "USDC", recipient: wallet.address };
    const toBitcoin = { destinationChainId: 8253038, destinationCurrency: "BTC", recipient: world.refundTo };
    for (const route of [
      { ...evm, ...toEvm },
      { ...evm, ...toBitcoin },
      { ...bitcoin, ...toEvm },
    ]) {
      const { details } = await ask(world, { ...route, tradeType: "EXACT_INPUT" });
      expect(details.operation).to.equal("bridge");
    }
  });

  it("calls are made on the destination, in order, and the rest reaches the recipient [quote.txs]", async () => {
    const before = await balance(world.other, ZERO, shop);
    await carryOut(calling([buy(VALUE), buy(2n * VALUE)], 3n * VALUE));
    expect((await balance(world.other, ZERO, shop)) - before).to.equal(3n * VALUE);
  });

  it("calls take EXACT_OUTPUT and nothing else [call.exact-output] [limit.call-trade-type]", async () => {
    for (const tradeType of ["EXACT_INPUT", "EXPECTED_OUTPUT"])
      expect(await refused(world, calling([buy(VALUE)], VALUE, { tradeType }))).to.equal(
        "400 UNSUPPORTED_EXECUTION_TYPE",
      );
  });

  it("the amount of calls is the sum of their values, to the wei [call.sum] [limit.call-amount]", async () => {
    const txs = [
      buy(VALUE),
      buy(VALUE),
      approve(world.other.usdc, 0n),
      { ...approve(world.other.usdc, 0n), value: 0 },
    ];
    expect(await refused(world, calling(txs, 2n * VALUE))).to.equal("200 undefined");
    for (const amount of [2n * VALUE - 1n, 2n * VALUE + 1n, VALUE])
      expect(await refused(world, calling(txs, amount))).to.equal("400 INVALID_EXTRA_TXS");
  });

  it("a call that spends tokens comes after its approval; without it the quote is refused [call.approval] [error.approval]", async () => {
    const { usdc } = world.other;
    const amount = 5_000_000n;
    const spend = buyWith(usdc, amount);
    for (const txs of [[spend], [spend, approve(usdc, amount)], [approve(usdc, amount - 1n), spend]]) {
      const { status, body } = await world.post("/quote/v2", callingWith("USDC", txs, amount));
      expect([status, body.errorCode]).to.deep.equal([400, "DESTINATION_TX_FAILED"]);
      expect(body.message).to.match(/revert/);
    }
    const before = await balance(world.other, usdc, shop);
    await carryOut(callingWith("USDC", [approve(usdc, amount), spend], amount));
    expect((await balance(world.other, usdc, shop)) - before).to.equal(amount);
  });

  it("a token that needs its allowance reset is reset, by the caller's calls and by the quote's steps [call.zero-first]", async () => {
    const { usdt } = world.other;
    const [part, amount] = [2_000_000n, 5_000_000n];
    const again = [approve(usdt, part), approve(usdt, amount), buyWith(usdt, amount)];
    expect(await refused(world, callingWith("USDT", again, amount))).to.equal("400 DESTINATION_TX_FAILED");
    const reset = [approve(usdt, part), approve(usdt, 0n), approve(usdt, amount), buyWith(usdt, amount)];
    const args = [world.evm.contracts.Depository, 7n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
    await wallet.send({ to: world.evm.usdt, data }); // an allowance that was left over
    const body = callingWith("USDT", reset, amount);
    expect((await ask(world, body)).steps.map(({ id }) => id)).to.deep.equal([
      "approve",
      "approve",
      "deposit",
    ]);
    await carryOut(body);
    expect(await balance(world.other, usdt, shop)).to.equal(amount);
  });

  it("cleanupErc20s as an entry sweeps the tokens that are left to whom it names [call.cleanup-erc20s]", async () => {
    const { usdc } = world.other;
    const [heir, recipient] = [payee(), payee()];
    const args = [[usdc], [heir as EvmAddress], [0n]] as const; // 0 is the whole balance
    const sweep = encodeFunctionData({ abi: routerAbi, functionName: "cleanupErc20s", args });
    const txs = [
      ...[approve(usdc, 3_000_000n), buyWith(usdc, 3_000_000n)],
      { to: router, value: "0", data: sweep },
    ];
    await carryOut(callingWith("USDC", txs, 5_000_000n, recipient));
    expect(await balance(world.other, usdc, heir)).to.equal(2_000_000n);
    expect(await balance(world.other, usdc, recipient)).to.equal(0n);
  });

  it("cleanupNative as an entry sweeps the coins that are left to whom it names [call.cleanup-native]", async () => {
    const [heir, recipient] = [payee(), payee()];
    const args = [0n, heir as EvmAddress] as const;
    const sweep = encodeFunctionData({ abi: routerAbi, functionName: "cleanupNative", args });
    const txs = [
      { to: router, value: String(VALUE), data: "0x" }, // coins that come to the router are left over
      { to: router, value: "0", data: sweep },
    ];
    await carryOut(calling(txs, VALUE, { recipient }));
    expect(await balance(world.other, ZERO, heir)).to.equal(VALUE);
    expect(await balance(world.other, ZERO, recipient)).to.equal(0n);
  });

  it("tokens for calls are what the router holds; calls then carry no coins [x.token-calls]", async () => {
    const { usdc } = world.other;
    const recipient = payee();
    const half = [approve(usdc, 1_000_000n), buyWith(usdc, 1_000_000n)];
    await carryOut(callingWith("USDC", half, 4_000_000n, recipient));
    expect(await balance(world.other, usdc, recipient), "the rest").to.equal(3_000_000n);
    expect(await balance(world.other, usdc, router)).to.equal(0n);
    expect(await refused(world, callingWith("USDC", [buy(5n)], 5n))).to.equal("400 INVALID_EXTRA_TXS");
  });

  it("twenty quotes at once are twenty requests, each with an id of its own [step.request-id]", async () => {
    const quotes = await Promise.all(Array.from({ length: 20 }, () => world.post("/quote/v2", bridge())));
    const ids = quotes.map(({ body }) => (body.steps as { requestId: string }[] | undefined)?.[0]?.requestId);
    expect(new Set(ids).size).to.equal(20);
    for (const id of ids) expect(await world.status(id!)).to.include({ status: "waiting" });
  });

  it("GET /intents/status/v3 answers by requestId, and needs it [get.status] [version.paths]", async () => {
    const { requestId } = await world.quote();
    const { status, body } = await world.get(`/intents/status/v3?requestId=${requestId}`);
    expect([status, body.status]).to.deep.equal([200, "waiting"]);
    for (const query of [
      "",
      "?",
      "?requestId=",
      `?id=${requestId}`,
      `?requestId=${requestId}&requestId=0x1`,
    ]) {
      const answer = await world.get(`/intents/status/v3${query}`);
      expect([answer.status, answer.body.errorCode], query).to.deep.equal([400, "INVALID_REQUEST"]);
    }
  });

  it("a client that follows only check.endpoint sees what v3 says, from waiting to success [get.check] [version.check]", async () => {
    const { steps } = await ask(world, world.quoteBody());
    const [{ requestId, depositAddress, items }] = steps as [(typeof steps)[0]];
    const { endpoint } = items[0].check!;
    expect(endpoint).to.match(/^\/intents\/status\?requestId=0x/);
    const words: unknown[] = [];
    const look = async () => {
      const [plain, v3] = [
        await world.get(endpoint),
        await world.get(`/intents/status/v3?requestId=${requestId}`),
      ];
      expect(plain.status).to.equal(200);
      expect(plain.body).to.deep.equal(v3.body);
      words.push(plain.body.status);
    };
    await look();
    await world.pay(depositAddress, 100_000);
    await world.mine();
    for (let tick = 0; tick < 5; tick++) {
      await world.tick();
      await look();
    }
    expect([words[0], words.at(-1)]).to.deep.equal(["waiting", "success"]);
    expect(new Set(words).size).to.be.within(2, 3); // pending may be shorter than a second
  });

  it("the hash of a deposit's transaction is no id of a request [get.status.hash] [x.unknown]", async () => {
    const { requestId, address } = await world.quote();
    const txid = await world.pay(address, 100_000);
    await world.mine();
    await world.tick(3);
    expect(await world.status(requestId)).to.deep.include({ status: "success", inTxHashes: [txid] });
    for (const id of [txid, `0x${txid}`, "0x12", "anything"]) {
      const { status, body } = await world.get(`/intents/status/v3?requestId=${id}`);
      expect([status, body], id).to.deep.equal([200, { status: "unknown" }]);
    }
  });
});
