import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { openDatabase } from "../../src/database/open.ts";
import { readArtifact } from "../../src/network/contracts/artifacts.ts";
import { tables } from "../../src/network/persistence/schema.sqlite.ts";
import { straysAt, type Stray } from "../../src/network/persistence/strays.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { held, PAYEE, topUp } from "./bitcoinSpending.ts";
import { balance, createPayees, evmQuote, family, transferOf, walk, type Walk } from "./evmRoutes.ts";
import type { EvmWorld, Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

const COIN = 10n ** 17n; // 300 dollars
const nftAbi = parseAbi(["function mint(address to, uint256 id)"]);
const multiAbi = parseAbi(["function mint(address to, uint256 id, uint256 value)"]);

describe("the rules of deposit addresses on EVM chains (interface specification 3)", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-rules-"));
  const databaseUrl = path.join(folder, "network.db");
  const prices: Record<string, bigint> = { BTC: 80_000n, ETH: 3_000n, WETH: 3_000n, USDC: 1n, USDT: 1n };
  let world: World;
  let user: Wallet;
  let abroad: Wallet; // the same account on the other chain
  const payee = createPayees();

  before(async () => {
    const priceSource = { price: async (symbol: string) => (prices[symbol] ?? 1n) * 100_000_000n };
    world = await startWorld({ twoChains: true, databaseUrl, priceSource });
    user = await world.evm.wallet(10);
    abroad = await world.other.wallet(10);
    await topUp(world, 50_000_000);
  });
  after(async () => {
    await world.close();
    fs.rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    world.failures.length = 0;
    prices.ETH = 3_000n;
  });
  afterEach(function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
  });

  /** A quote for 0.1 ETH to dollars on the other chain, by deposit address. */
  const quoted = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, {
      ...{ useDepositAddress: true, refundTo: payee(), recipient: payee() },
      ...{ amount: String(COIN), destinationCurrency: world.other.usdc },
      ...changes,
    });
  const statusOf = async ({ requestId }: { requestId: string }) => world.status(requestId);
  /** What became of the newest deposit to a quote's address. */
  const latestOf = async ({ address }: Walk) => {
    const [latest] = await family(world, address);
    return world.status(latest?.id ?? "");
  };
  const settle = async () => world.tick(4);
  const paidTo = (recipient: string) => balance(world.other, world.other.usdc, recipient);
  const strays = async (address: string): Promise<readonly Stray[]> => {
    const { db, commit, close } = await openDatabase(databaseUrl, "network", true);
    const found = await straysAt({ db, commit, close, tables }, address);
    await close();
    return found;
  };

  it("§3.1 a chain may be asked for more blocks on a deposit, and then one is not enough [rule-1]", async () => {
    const { evm, other } = world;
    const slow = [{ ...evm.config(evm.url), confirmations: 3 }, other.config(other.url)];
    await world.restart({ evmChains: slow });
    const quote = await quoted();
    await walk(user, quote.steps);
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "waiting" });
    await evm.client.mine({ blocks: 1 });
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "waiting" });
    await evm.client.mine({ blocks: 1 });
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "success" });
    await world.restart();
  });

  it("§3.2 a deposit is priced anew when it arrives, for better and for worse [rule-2]", async () => {
    for (const { price, least, most } of [
      { price: 3_300n, least: 329n, most: 330n },
      { price: 2_985n, least: 297n, most: 299n },
    ]) {
      prices.ETH = 3_000n;
      const recipient = payee();
      const quote = await quoted({ recipient });
      prices.ETH = price;
      await walk(user, quote.steps);
      await settle();
      expect(await statusOf(quote)).to.include({ status: "success" });
      const paid = await paidTo(recipient);
      expect(
        paid >= quote.minimum && paid > least * 1_000_000n && paid < most * 1_000_000n,
        `${paid}`,
      ).to.equal(true);
    }
  });

  it("§3.2 a deposit whose minimum cannot be kept goes back to refundTo, less the gas of that [rule-2]", async () => {
    const [refundTo, recipient] = [payee(), payee()];
    const quote = await quoted({ refundTo, recipient });
    prices.ETH = 2_900n;
    await walk(user, quote.steps);
    await world.tick();
    expect(await statusOf(quote)).to.include({ status: "pending", failReason: "SLIPPAGE" });
    await settle();
    expect(await statusOf(quote)).to.include({ status: "refund", failReason: "SLIPPAGE" });
    const back = await balance(world.evm, ZERO_ADDRESS, refundTo);
    expect(back > (COIN * 9n) / 10n && back < COIN, `${back} came back`).to.equal(true);
    expect(await paidTo(recipient)).to.equal(0n);
  });

  it("§3.3 more or less than quoted is priced anew and bridged whole [rule-3]", async () => {
    for (const [sent, least] of [
      [COIN * 3n, 890n],
      [COIN / 2n, 145n],
    ] as const) {
      const recipient = payee();
      const quote = await quoted({ recipient });
      await user.send({ to: quote.address, value: sent });
      await settle();
      expect(await statusOf(quote)).to.include({ status: "success" });
      expect((await paidTo(recipient)) > least * 1_000_000n).to.equal(true);
      expect(await family(world, quote.address)).to.have.length(1);
    }
  });

  it("§3.3 a deposit that the fees would eat is refunded where that is worth it, and else says that it is not [rule-3]", async () => {
    const quote = await quoted();
    await user.send({ to: quote.address, value: 10n ** 12n }); // a third of a cent, which takes no quote's place
    await settle();
    const [dust] = await family(world, quote.address);
    expect(await statusOf({ requestId: dust?.id ?? "" })).to.include({
      ...{ status: "failure", failReason: "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL" },
      refundFailReason: "AMOUNT_TOO_LOW_TO_REFUND",
    });
  });

  it("§3.3 late deposits, and further ones, are bridged: the first as the request, the others as children [rule-3]", async () => {
    const recipient = payee();
    const quote = await quoted({ recipient });
    world.now += 90 * 86_400_000;
    await walk(user, quote.steps);
    await settle();
    const hash = await user.send({ to: quote.address, value: COIN });
    await settle();
    const [child, parent] = await family(world, quote.address);
    expect(parent).to.include({ id: quote.requestId, status: "success", parentRequestId: null });
    expect(parent?.supersededByRequestId).to.equal(child?.id);
    expect(child).to.include({ status: "success", parentRequestId: quote.requestId });
    expect(child?.depositAddress?.depositTxHash).to.equal(hash);
    const outputs = [parent, child].map((row) => BigInt(row?.data.metadata.currencyOut?.amount ?? 0));
    expect(await paidTo(recipient)).to.equal(outputs[0]! + outputs[1]!); // prettier-ignore
  });

  it("§3.4 funds on the wrong origin chain are bridged to the requested destination [rule-4]", async () => {
    const before = held(world, PAYEE);
    const toBitcoin = { destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: BTC_CURRENCY };
    const far = await quoted({ ...toBitcoin, recipient: PAYEE });
    await abroad.send({ to: far.address, value: COIN }); // the same address, on the other chain
    const recipient = payee();
    const near = await quoted({ recipient });
    await abroad.send({ to: near.address, value: COIN }); // on the destination itself
    await world.tick(2);
    await world.mine();
    await world.tick(2);
    expect(await latestOf(far)).to.include({ status: "success" });
    expect(held(world, PAYEE) - before > 300_000n).to.equal(true);
    expect(await latestOf(near)).to.include({ status: "success" });
    expect((await paidTo(recipient)) > 295_000_000n).to.equal(true);
  });

  it("§3.4 a supported currency other than the quoted one is bridged as well [rule-4]", async () => {
    const recipient = payee();
    const quote = await quoted({ recipient });
    await user.send(transferOf(world.evm.usdt, quote.address, 50_000_000n));
    await settle();
    expect(await latestOf(quote)).to.include({ status: "success" });
    expect((await paidTo(recipient)) > 49_000_000n).to.equal(true);
  });

  it("§3.4 what is not enough on the wrong chain goes back on that chain [rule-4]", async () => {
    const refundTo = payee();
    const quote = await quoted({
      originCurrency: world.evm.usdc,
      amount: "50000000",
      refundTo,
      slippageTolerance: "1",
    });
    await world.setSolverTokens(10n ** 12n);
    await abroad.send(transferOf(world.other.usdt, quote.address, 10n ** 12n)); // more than the solver has
    await settle();
    expect(await latestOf(quote)).to.include({ status: "refund", failReason: "SOLVER_BALANCE_TOO_LOW" });
    expect((await balance(world.other, world.other.usdt, refundTo)) > (10n ** 12n * 99n) / 100n).to.equal(
      true,
    );
  });

  it("§3.5 unsupported tokens and NFTs are reported and left alone [rule-5] [x.unsupported]", async () => {
    const quote = await quoted();
    const { evm } = world;
    const [nft, multi] = [await deploy(evm, "SandboxNft"), await deploy(evm, "SandboxMultiToken")];
    const to = quote.address as `0x${string}`;
    await user.send(transferOf(evm.unknown, to, 5n));
    await user.send({ to: nft, data: encodeFunctionData({ abi: nftAbi, args: [to, 7n] }) });
    await user.send({ to: multi, data: encodeFunctionData({ abi: multiAbi, args: [to, 8n, 3n] }) });
    await settle();
    expect(await statusOf(quote)).to.deep.include({ status: "waiting", inTxHashes: [] });
    const seen = (await strays(quote.address)).map(({ standard, token, tokenId, amount }) => ({ standard, token, tokenId, amount })); // prettier-ignore
    expect(seen).to.have.deep.members([
      { standard: "erc20", token: evm.unknown, tokenId: null, amount: 5n },
      { standard: "erc721", token: nft, tokenId: "7", amount: 1n },
      { standard: "erc1155", token: multi, tokenId: "8", amount: 3n },
    ]);
    const { body } = await world.get(`/requests/v2?id=${quote.requestId}`);
    const [row] = body["requests"] as [{ unsupportedDeposits: { token: string; tokenId: string | null }[] }];
    const told = row.unsupportedDeposits.map(({ token, tokenId }) => `${token} ${tokenId}`);
    expect(told).to.have.members([`${evm.unknown} null`, `${nft} 7`, `${multi} 8`]);
    expect(await evm.balanceOf(evm.unknown, to)).to.equal(5n);
    await walk(user, quote.steps); // the address still works
    await settle();
    expect(await statusOf(quote)).to.include({ status: "success" });
  });

  it("§3.6 without refundTo a failed bridge waits for a person, and its money stays where it is [rule-6]", async () => {
    const quote = await quoted({ refundTo: undefined });
    prices.ETH = 2_900n;
    await walk(user, quote.steps);
    await settle();
    expect(await statusOf(quote)).to.include({
      ...{ status: "failure", failReason: "SLIPPAGE", refundFailReason: "MANUAL_REFUND_REQUIRED" },
    });
    expect(await balance(world.evm, ZERO_ADDRESS, quote.address)).to.equal(COIN);
  });

  it("§3.6 a failed wallet deposit goes back to the wallet by itself [rule-6]", async () => {
    const quote = await quoted({ useDepositAddress: undefined, refundTo: undefined });
    prices.ETH = 2_900n;
    await walk(user, quote.steps);
    const before = await balance(world.evm, ZERO_ADDRESS, user.address);
    await settle();
    expect(await statusOf(quote)).to.include({ status: "refund" });
    const back = (await balance(world.evm, ZERO_ADDRESS, user.address)) - before;
    expect(back > (COIN * 9n) / 10n && back < COIN).to.equal(true);
  });
});

async function deploy(chain: EvmWorld, name: string): Promise<`0x${string}`> {
  const hash = await chain.client.deployContract({ ...readArtifact(name), args: [] });
  const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash });
  return (contractAddress ?? "").toLowerCase() as `0x${string}`;
}
