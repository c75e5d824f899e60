import { createClient, type Execute } from "@relayprotocol/relay-sdk";
import { fetchChainConfigs } from "@relayprotocol/relay-sdk/chain-utils";
import { expect } from "chai";
import { createWalletClient, encodeFunctionData, parseAbi, zeroAddress } from "viem";
import { miningTransport } from "../support/anvilState.ts";
import { readArtifact } from "../../src/network/contracts/artifacts.ts";
import { OTHER_CHAIN_ID, EVM_CHAIN_ID, RECIPIENT, startWorld, type World } from "./world.ts";
import type { Wallet } from "./evmWorld.ts";

const PAYER = 10;

/** The public client of services of this family, as published, against this one. */
describe("relay-sdk 7.0.3, unmodified", function () {
  this.timeout(30_000);
  let world: World;
  let payer: Wallet;
  let client: ReturnType<typeof createClient>;

  before(async () => {
    world = await startWorld({ twoChains: true });
    payer = await world.evm.wallet(PAYER);
    await world.other.wallet(PAYER);
    client = createClient({ baseApiUrl: world.url, source: "tests", pollingInterval: 50 });
    client.configure({ chains: await fetchChainConfigs(world.url, "tests") });
  });
  after(() => world.close());

  /** The payer's viem wallet on the origin chain. */
  const wallet = () =>
    createWalletClient({
      account: payer.account,
      chain: world.evm.client.chain,
      transport: miningTransport(world.evm.url),
    });

  /** Walks a quote to its end while time passes for the service. */
  async function run(quote: Execute): Promise<Execute> {
    let done = false;
    const outcome = Promise.resolve(
      client.actions.execute({ quote, wallet: wallet() as never, onProgress: () => undefined }),
    ).finally(() => (done = true));
    const settled = outcome.catch(() => undefined);
    while (!done) {
      await world.tick();
      await Promise.race([settled, new Promise((resolve) => setImmediate(resolve))]);
    }
    return (await outcome).data;
  }

  const quote = (more: Record<string, unknown>) =>
    client.actions.getQuote({
      chainId: EVM_CHAIN_ID,
      toChainId: OTHER_CHAIN_ID,
      wallet: wallet() as never,
      user: payer.address,
      recipient: RECIPIENT,
      tradeType: "EXACT_INPUT",
      ...more,
    } as never);

  it("reads the chains with their currencies [get.chains] [chains.solver-currencies]", () => {
    expect(client.chains.map(({ id }) => id)).to.include.members([EVM_CHAIN_ID, OTHER_CHAIN_ID, 8253038]);
    const chain = client.chains.find(({ id }) => id === EVM_CHAIN_ID);
    expect(chain?.viemChain?.nativeCurrency.symbol).to.equal("ETH");
    expect(chain?.solverCurrencies?.map(({ symbol }) => symbol)).to.include.members(["ETH", "USDC", "USDT"]);
  });

  it("quotes and bridges a native coin [post.quote] [steps.order]", async () => {
    const quoted = await quote({
      currency: zeroAddress,
      toCurrency: zeroAddress,
      amount: "50000000000000000",
    });
    const before = await world.other.client.getBalance({ address: RECIPIENT });
    const { steps } = await run(quoted as Execute);
    expect(steps.map(({ items }) => items?.[0]?.status)).to.deep.equal(["complete"]);
    const received = (await world.other.client.getBalance({ address: RECIPIENT })) - before;
    expect(received >= BigInt(quoted.details?.currencyOut?.minimumAmount ?? "0")).to.equal(true);
  });

  it("approves and bridges an ERC-20 token [client.transaction]", async () => {
    const quoted = await quote({
      currency: world.evm.usdc,
      toCurrency: world.other.usdc,
      amount: "25000000",
    });
    expect(quoted.steps.map(({ id }) => id)).to.deep.equal(["approve", "deposit"]);
    const before = await world.other.balanceOf(world.other.usdc, RECIPIENT);
    await run(quoted as Execute);
    const received = (await world.other.balanceOf(world.other.usdc, RECIPIENT)) - before;
    expect(received >= BigInt(quoted.details?.currencyOut?.minimumAmount ?? "0")).to.equal(true);
  });

  it("carries out a call on the destination [quote.txs]", async () => {
    const shop = await deployShop(world);
    const value = 10_000_000_000_000_000n;
    const data = encodeFunctionData({ abi: parseAbi(["function buy(uint256 item) payable"]), args: [7n] });
    const quoted = await quote({
      currency: zeroAddress,
      toCurrency: zeroAddress,
      amount: String(value),
      tradeType: "EXACT_OUTPUT",
      txs: [{ to: shop, value: String(value), data }],
    });
    await run(quoted as Execute);
    expect(await world.other.client.getBalance({ address: shop })).to.equal(value);
  });

  it("swaps on one chain [x.swap]", async () => {
    const quoted = await quote({
      toChainId: EVM_CHAIN_ID,
      currency: world.evm.usdc,
      toCurrency: world.evm.usdt,
      amount: "10000000",
    });
    expect(quoted.steps.map(({ id }) => id)).to.deep.equal(["approve", "swap"]);
    const before = await world.evm.balanceOf(world.evm.usdt, RECIPIENT);
    await run(quoted as Execute);
    const received = (await world.evm.balanceOf(world.evm.usdt, RECIPIENT)) - before;
    expect(received).to.equal(BigInt(quoted.details?.currencyOut?.amount ?? "0"));
  });
});

async function deployShop({ other }: World) {
  const { abi, bytecode } = readArtifact("Checkout");
  const hash = await other.client.deployContract({ abi, bytecode, args: [] });
  const { contractAddress } = await other.client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error("The shop was not deployed.");
  return contractAddress;
}
