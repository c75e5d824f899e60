import { expect } from "chai";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";
import type { Wallet } from "../evmWorld.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, walk, walletQuote, type Item, type Step } from "../quote/quoted.ts";
import { readySolver } from "../quote/solverAccount.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const ETHER = 10n ** 18n;

/** Interface specification 2.2 to 2.5: what answers look like. */
describe("the fields of answers", () => {
  let world: World;
  let wallet: Wallet;
  let all: Record<"address" | "tokenAddress" | "native" | "token" | "swap" | "send" | "permit", Step[]>;
  before(async () => {
    world = await startWorld({ twoChains: true });
    wallet = await world.evm.wallet(10);
    await readySolver(world.evm, world.network.solver.evm);
    const ether = { originCurrency: ZERO, destinationCurrency: ZERO, amount: String(ETHER / 10n) };
    const here = { destinationChainId: world.evm.id };
    all = {
      address: (await ask(world, world.quoteBody())).steps,
      tokenAddress: await stepsOf({ useDepositAddress: true }),
      native: await stepsOf(ether),
      token: await stepsOf({}),
      swap: await stepsOf({ ...here, destinationCurrency: "USDT" }),
      send: await stepsOf({ ...here, recipient: RECIPIENT }),
      permit: await stepsOf({ usePermit: true }),
    };
  });
  after(() => world.close());

  const stepsOf = async (changes: Record<string, unknown>) =>
    (await ask(world, walletQuote(world, wallet.address, changes))).steps;
  const everyStep = () => Object.values(all).flat();
  const everyItem = () => everyStep().flatMap(({ items }) => items);
  const everyTransaction = () => everyItem().flatMap(({ data }) => (data.sign ? [] : [data]));

  it("steps are the recipe in its order: what is allowed comes before what needs it [steps.order]", async () => {
    const order = Object.entries(all).map(([name, steps]) => [name, ...steps.map(({ id }) => id)].join(" "));
    expect(order).to.deep.equal([
      ...["address deposit", "tokenAddress deposit", "native deposit", "token approve deposit"],
      ...["swap approve swap", "send send", "permit authorize"],
    ]);
    await walk(world.evm, wallet, await stepsOf({ amount: "1000000" })); // a deposit before its approval reverts
  });

  it("one endpoint quotes bridges, swaps and calls [service.one-endpoint]", async () => {
    const operations = [];
    const call = { to: RECIPIENT, value: "5", data: "0x" };
    for (const changes of [
      {},
      { destinationChainId: world.evm.id, destinationCurrency: "USDT" },
      {
        originCurrency: ZERO,
        destinationCurrency: ZERO,
        amount: "5",
        tradeType: "EXACT_OUTPUT",
        txs: [call],
      },
    ]) {
      const { details, steps } = await ask(world, walletQuote(world, wallet.address, changes));
      operations.push(`${details.operation}: ${steps.at(-1)?.id}`);
    }
    expect(operations).to.deep.equal(["bridge: deposit", "swap: swap", "bridge: deposit"]);
  });

  it("a step has an id; that of a deposit address is deposit [step.id]", () => {
    const [step] = all.address;
    expect(step?.id).to.equal("deposit");
    expect(all.tokenAddress[0]?.id).to.equal("deposit");
  });

  it("a step says what it does, for people [step.action]", () => {
    for (const { action } of everyStep()) expect(action).to.match(/^[A-Z][\w ]{3,}/);
  });

  it("a step describes what comes of it, for people [step.description]", () => {
    for (const step of everyStep())
      expect((step as Step & { description: unknown }).description)
        .to.be.a("string")
        .and.match(/\w.{20,}\.$/);
  });

  it("a step is a transaction or a signature [step.kind]", () => {
    for (const { kind, items } of everyStep()) {
      const signs = items.some(({ data }) => data.sign !== undefined);
      expect(kind).to.equal(signs ? "signature" : "transaction");
    }
    expect(all.permit.map(({ kind }) => kind)).to.deep.equal(["signature"]);
  });

  it("no two requests share an id, and all steps of one have the same [step.request-id]", () => {
    const ids = Object.values(all).map((steps) => [...new Set(steps.map(({ requestId }) => requestId))]);
    for (const one of ids) expect(one).to.have.length(1);
    expect(new Set(ids.flat()).size).to.equal(ids.length);
    for (const id of ids.flat()) expect(id).to.match(/^0x[0-9a-f]{64}$/);
  });

  it("a deposit-address quote has a depositAddress, and each has its own [step.deposit-address]", () => {
    const [bitcoin, token] = [all.address[0]?.depositAddress, all.tokenAddress[0]?.depositAddress];
    expect(bitcoin).to.match(/^bcrt1q[a-z0-9]{38}$/);
    expect(token).to.match(/^0x[0-9a-f]{40}$/);
    const others = [all.native, all.token, all.swap, all.send, all.permit].flat();
    expect(new Set(others.map(({ depositAddress }) => depositAddress))).to.deep.equal(new Set([""]));
  });

  it("a step has an item [step.items]", () => {
    for (const { items } of everyStep()) expect(items).to.be.an("array").with.length(1);
  });

  it("every item is incomplete at first [item.status]", () => {
    for (const { status } of everyItem()) expect(status).to.equal("incomplete");
  });

  it("a transaction comes from the user [item.from]", () => {
    const [first, ...rest] = everyTransaction();
    expect(first?.from).to.equal(payerBitcoin().address);
    for (const { from } of rest) expect(from).to.equal(wallet.address);
  });

  it("a transaction goes to a token, a contract of the service, or the one who is paid [item.to]", () => {
    const { usdc, contracts } = world.evm;
    const to = (steps: readonly Step[]) => steps.map(({ items }) => items[0].data.to);
    expect(to(all.address)).to.deep.equal([all.address[0]?.depositAddress]);
    expect(to(all.native)).to.deep.equal([contracts.Depository]);
    expect(to(all.token)).to.deep.equal([usdc, contracts.Depository]);
    expect(to(all.swap)).to.deep.equal([usdc, contracts.SwapDesk]);
    expect(to(all.send)).to.deep.equal([usdc]);
  });

  it("a transaction has its data as hex [item.data]", () => {
    for (const { data } of everyTransaction()) expect(data).to.match(/^0x([0-9a-f]{2})*$/);
    expect(all.native[0]?.items[0].data.data).to.match(/^0x49290c1c/); // depositNative
  });

  it("a transaction has its value as a string [item.value]", () => {
    for (const { value } of everyTransaction()) expect(value).to.be.a("string").and.match(/^\d+$/);
    expect(all.native[0]?.items[0].data.value).to.equal(String(ETHER / 10n));
  });

  it("gas prices are strings of wei, at which the chain takes the transaction [item.gas]", async () => {
    const [{ data }] = all.native[0]!.items;
    const { baseFeePerGas } = await world.evm.client.getBlock();
    for (const price of [data.maxFeePerGas, data.maxPriorityFeePerGas])
      expect(price).to.be.a("string").and.match(/^\d+$/);
    expect(BigInt(data.maxFeePerGas!) >= baseFeePerGas! + BigInt(data.maxPriorityFeePerGas!)).to.equal(true);
    for (const { chainId, ...each } of everyTransaction().filter(({ chainId }) => chainId === world.evm.id))
      expect(each, `of chain ${chainId}`).to.include.keys("maxFeePerGas", "maxPriorityFeePerGas");
  });

  it("a transaction names its chain by an integer [item.chain-id]", () => {
    const [first, ...rest] = everyTransaction();
    expect(first?.chainId).to.equal(8253038);
    for (const { chainId } of rest) expect(chainId).to.equal(31337);
  });

  it("a signature item says what to sign, and how [item.signature]", () => {
    const [{ data }] = all.permit[0]!.items as [Item];
    expect(data.sign).to.include({ signatureKind: "eip712", primaryType: "TransferWithAuthorization" });
    expect(data.sign?.value).to.include({ from: wallet.address, value: "25000000" });
    expect(data.post).to.include({ endpoint: "/execute/permits", method: "POST" });
  });

  it("check is where the status is asked for: a relative path, GET [item.check]", async () => {
    for (const { id, requestId, items } of everyStep()) {
      const [{ check }] = items;
      if (id === "approve") continue; // nothing is bridged by an approval
      expect(check).to.deep.equal({ endpoint: `/intents/status?requestId=${requestId}`, method: "GET" });
      const { status, body } = await world.get(check!.endpoint);
      expect([status, body.status]).to.deep.equal([200, "waiting"]);
    }
  });

  it("every chain lists what its deposit addresses take, and a quote takes it [chains.solver-currencies]", async () => {
    const { body } = await world.get("/chains");
    const chains = body.chains as { id: number; solverCurrencies: { address: string; symbol: string }[] }[];
    const evm = ["ETH", "USDC", "USDT", "WETH"];
    expect(chains.map(({ solverCurrencies: list }) => list.map(({ symbol }) => symbol))).to.deep.equal([
      ["BTC"],
      evm,
      evm,
    ]);
    for (const { id, solverCurrencies } of chains.slice(1))
      for (const { address, symbol } of solverCurrencies) {
        const route = { originChainId: id, originCurrency: address, destinationCurrency: "USDC" };
        const to = id === world.evm.id ? world.other.id : world.evm.id;
        const amount = /USD/.test(symbol) ? "25000000" : String(ETHER / 10n);
        const steps = await stepsOf({ ...route, destinationChainId: to, amount, useDepositAddress: true });
        expect(steps[0]?.depositAddress).to.match(/^0x/);
      }
  });

  it("the chains endpoint answers every chain that is served [get.chains]", async () => {
    const { status, body } = await world.get("/chains");
    const ids = (body.chains as { id: number }[]).map(({ id }) => id);
    expect([status, ...ids]).to.deep.equal([200, 8253038, 31337, 31338]);
  });

  it("bitcoin is one currency of 8 decimals with the contract's identifier [bitcoin.currency]", async () => {
    const { body } = await world.get("/chains");
    const [bitcoin] = body.chains as { id: number; solverCurrencies: object[] }[];
    expect(bitcoin?.solverCurrencies).to.have.length(1);
    expect(bitcoin?.solverCurrencies[0]).to.include({
      address: "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8",
      symbol: "BTC",
      decimals: 8,
    });
  });

  it("a status answer carries a status [status.value]", async () => {
    const { status, body } = await world.get(`/intents/status/v3?requestId=${all.address[0]?.requestId}`);
    expect([status, body.status]).to.deep.equal([200, "waiting"]);
  });
});
