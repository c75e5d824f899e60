import { payments } from "bitcoinjs-lib";
import { expect } from "chai";
import { networkParameters, scriptOf, type BitcoinAddress } from "../../../src/bitcoin/codec/address.ts";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { BITCOIN_DEFAULTS } from "../../../src/network/solver/bitcoin/settings.ts";
import { SOLVER_DEFAULTS } from "../../../src/network/solver/settings.ts";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { seededChance, type Chance } from "../../model/chance.ts";
import { held, topUp } from "../bitcoinSpending.ts";
import { balance, createPayees, evmQuote, transferOf, walk } from "../evmRoutes.ts";
import type { EvmWorld, Wallet } from "../evmWorld.ts";
import { postSignature, signedQuote, signStep } from "../gasless/signed.ts";
import { ETH_USD, fixedPrices, startPoolWorld, type PoolWorld } from "../pools/poolWorld.ts";
import type { World } from "../world.ts";
import { chargeForData, type DataFees } from "./opStack.ts";

const CENT = 10n ** 6n; // in 10^-8 dollars, as prices are
const GWEI = 10n ** 9n;
const SETTINGS = {
  bitcoin: { ...BITCOIN_DEFAULTS, sweepAfterMs: 0 },
  solver: { ...SOLVER_DEFAULTS, deskFloat: 10n ** 21n }, // enough for all swaps
};
const APP = "0x3333333333333333333333333333333333333333";
const MOST_TOGETHER = 5; // payments between two looks of the service
const LOOKS_TO_SETTLE = 12; // six minutes apart: a revert is believed after five
const LOOKS_TO_BRING_HOME = 5;

/** A currency of a chain, in which deposits came and payments went. */
type Coin = Readonly<{ chainId: number; currency: string; symbol: string; decimals: number }>;
/** Somebody who is paid by the service: the recipient of a fill, or of a refund. */
type Payee = Readonly<{ coin: Coin; address: string; isRefund: boolean }>;
type Sent = Readonly<{ coin: Coin; amount: bigint }>;

/** What was done so far, as the payers and their payees know it. */
type Story = {
  readonly payees: Payee[];
  readonly sent: Sent[];
  readonly requests: { id: string; coin: Coin; refundsToPayer: boolean }[];
  readonly addresses: Set<string>; // deposit addresses that were given out
};

type Scene = Readonly<{
  pooled: PoolWorld;
  world: World;
  chance: Chance;
  user: Wallet;
  dataFees: DataFees;
  coins: ReturnType<typeof coinsOf>;
  story: Story;
  payee: () => string;
  script: () => string;
}>;

/** How many payments were made, and how many of them ended in each status. */
export type Played = Readonly<Record<string, number>>;

/**
 * So many random payments by wallet, address and signature, between Bitcoin and two EVM chains, one of them with pools and data
 * fees, while prices and gas move. At the end the audit's profit and loss is compared, to the unit, with what the chains say:
 * what payers sent and got back, what recipients have, what blocks took as fees, and what the service's places hold more.
 */
export async function playPayments(count: number, seed: number): Promise<Played> {
  const pooled = await startPoolWorld(SETTINGS);
  try {
    const scene = await openScene(pooled, seededChance(seed));
    const opening = await look(scene);
    for (let made = 0; made < count;) {
      const together = Math.min(1 + scene.chance.below(MOST_TOGETHER), count - made);
      await moveMarkets(scene);
      for (let one = 0; one < together; one++) await pay(scene);
      made += together;
      await moveMarkets(scene);
      await letPass(scene, 3);
    }
    const words = await settle(scene);
    await expectSame(scene, opening);
    return words;
  } catch (error) {
    throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
  } finally {
    await pooled.close();
  }
}

async function openScene(pooled: PoolWorld, chance: Chance): Promise<Scene> {
  const { world } = pooled;
  const solver = world.network.solver.evm;
  for (const chain of [world.evm, world.other]) {
    for (const token of [chain.usdc, chain.usdt]) await chain.mint(token, solver, 10n ** 13n);
    await chain.mint(chain.weth, solver, 10n ** 22n);
    await chain.client.setBalance({ address: solver, value: 10n ** 22n });
  }
  await topUp(world, ...Array.from({ length: 20 }, () => 50_000_000));
  world.now += MINUTE_MS; // the books of Bitcoin are opened at the next look
  await world.tick(5);
  await pooled.adopt(await pooled.audit()); // what was given above is the operator's
  world.now += MINUTE_MS;
  await world.tick(2); // the desk gets its coins
  const user = await world.evm.wallet(10);
  await world.evm.mint(world.evm.weth, user.address, 10n ** 22n);
  const dataFees = chargeForData(world, world.other);
  await dataFees.setPrice(10n ** 12n);
  let scripts = 0;
  return {
    ...{ pooled, world, chance, user, dataFees, coins: coinsOf(world) },
    story: { payees: [], sent: [], requests: [], addresses: new Set() },
    payee: createPayees(),
    script() {
      const hash = Buffer.alloc(20, 9);
      hash.writeUInt32BE(++scripts);
      return payments.p2wpkh({ hash, network: networkParameters("regtest") }).address ?? "";
    },
  };
}

function coinsOf({ evm, other }: World) {
  const of = ({ id, usdc, usdt, weth }: EvmWorld) => ({
    eth: { chainId: id, currency: ZERO_ADDRESS, symbol: "ETH", decimals: 18 },
    usdc: { chainId: id, currency: usdc, symbol: "USDC", decimals: 6 },
    usdt: { chainId: id, currency: usdt, symbol: "USDT", decimals: 6 },
    weth: { chainId: id, currency: weth, symbol: "WETH", decimals: 18 },
  });
  const btc = { chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY, symbol: "BTC", decimals: 8 };
  return { here: of(evm), there: of(other), btc };
}

/** Prices move by up to half a percent around where they began, gas by up to a third, data by any factor up to ten. */
async function moveMarkets({ pooled, world, chance, dataFees, user }: Scene): Promise<void> {
  const { usd } = pooled.prices;
  const begun = fixedPrices().usd;
  for (const symbol of ["BTC", "ETH", "USDC", "USDT"]) {
    const [now, first] = [usd[symbol] ?? 0n, begun[symbol] ?? 0n];
    const moved = (now * BigInt(995 + chance.below(11))) / 1_000n;
    usd[symbol] = moved + (first - moved) / 20n;
  }
  usd["WETH"] = usd["ETH"] ?? ETH_USD;
  for (const { client } of [world.evm, world.other]) {
    const { baseFeePerGas } = await client.getBlock();
    const moved = ((baseFeePerGas ?? GWEI) * BigInt(75 + chance.below(60))) / 100n;
    const fee = moved < GWEI / 10n ? GWEI : moved > 40n * GWEI ? 20n * GWEI : moved;
    await client.request({
      method: "anvil_setNextBlockBaseFeePerGas",
      params: [`0x${fee.toString(16)}`],
    } as never);
  }
  await dataFees.setPrice(10n ** 11n * BigInt(1 + chance.below(10)));
  await world.evm.client.setBalance({ address: user.address, value: 10n ** 22n }); // payers do not run dry
}

/** Seconds pass, and blocks come on Bitcoin. */
async function letPass({ world }: Scene, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await world.mine();
    await world.tick();
  }
}

/** One payment of 20 to 1,500 dollars. */
async function pay(scene: Scene): Promise<void> {
  const { here, there, btc } = scene.coins;
  const { chance } = scene;
  const [fromEvm = here.usdc] = [chance.pick([here.eth, here.usdc, here.usdt, here.weth])];
  const [toEvm = there.usdc] = [chance.pick([there.eth, there.usdc, there.usdt, there.weth])];
  const cents = BigInt(2_000 + chance.below(148_000));
  const ways = [
    () => byAddress(scene, btc, toEvm, cents),
    () => byAddress(scene, btc, here.usdc, cents, "less"),
    () => byAddress(scene, fromEvm, btc, cents),
    () => byAddress(scene, fromEvm, toEvm, cents),
    () => byAddress(scene, fromEvm, toEvm, cents, "less"),
    () => byAddress(scene, here.usdc, there.usdc, cents, "more"),
    () => byWallet(scene, fromEvm, toEvm, cents),
    () => byWallet(scene, here.usdc, there.weth, cents), // mostly through pools
    () => byWallet(scene, here.weth, there.usdc, cents),
    () => byWallet(scene, fromEvm, fromEvm === here.usdc ? here.eth : here.usdc, cents), // at the desk
    () => bySignature(scene, cents),
  ] as const;
  await (chance.pick(ways) ?? ways[0])();
}

/** How much of a coin is worth so many cents. */
function amountOf({ pooled }: Scene, { symbol, decimals }: Coin, cents: bigint): bigint {
  return (cents * CENT * 10n ** BigInt(decimals)) / (pooled.prices.usd[symbol] ?? 1n);
}

function route(from: Coin, to: Coin) {
  return {
    ...{ originChainId: from.chainId, originCurrency: from.currency },
    ...{ destinationChainId: to.chainId, destinationCurrency: to.currency },
  };
}

/** A share for an application on every third payment. */
function shares({ chance }: Scene) {
  return chance.is(0.33) ? { appFees: [{ recipient: APP, fee: String(1 + chance.below(200)) }] } : {};
}

function newPayee({ story, payee, script }: Scene, coin: Coin, isRefund: boolean): string {
  const address = coin.chainId === BITCOIN_CHAIN_ID ? script() : payee();
  story.payees.push({ coin, address, isRefund });
  return address;
}

/** To a deposit address: what was quoted; of a strict order less, which goes back; of an exact output more, whose rest does. */
async function byAddress(
  scene: Scene,
  from: Coin,
  to: Coin,
  cents: bigint,
  part?: "less" | "more",
): Promise<void> {
  const { world, story, user } = scene;
  const isBitcoin = from.chainId === BITCOIN_CHAIN_ID;
  const amount = amountOf(scene, part === "more" ? to : from, cents);
  const quote = await evmQuote(world, user, {
    ...{ user: isBitcoin ? payerBitcoin().address : user.address, ...route(from, to) },
    ...{ amount: String(amount), tradeType: part === "more" ? "EXACT_OUTPUT" : "EXACT_INPUT" },
    ...{ recipient: newPayee(scene, to, false), refundTo: newPayee(scene, from, true) },
    ...{ useDepositAddress: true, strict: part !== undefined, ...(part ? {} : shares(scene)) },
  });
  const given = part === "less" ? amount - amount / 10n : part === "more" ? amount * 2n : amount;
  if (isBitcoin) await world.pay(quote.address, Number(given));
  else if (from.currency === ZERO_ADDRESS) await user.send({ to: quote.address, value: given });
  else await user.send(transferOf(from.currency, quote.address, given));
  story.addresses.add(quote.address);
  story.sent.push({ coin: from, amount: given });
  story.requests.push({ id: quote.requestId, coin: from, refundsToPayer: false });
}

/** By the transactions of the steps. */
async function byWallet(scene: Scene, from: Coin, to: Coin, cents: bigint): Promise<void> {
  const { world, story, user } = scene;
  const amount = amountOf(scene, from, cents);
  const quote = await evmQuote(world, user, {
    ...{ ...route(from, to), amount: String(amount), ...shares(scene) },
    recipient: newPayee(scene, to, false),
  });
  await walk(user, quote.steps);
  story.sent.push({ coin: from, amount });
  story.requests.push({ id: quote.requestId, coin: from, refundsToPayer: true });
}

/** By a signature, whose transaction the service sends. */
async function bySignature(scene: Scene, cents: bigint): Promise<void> {
  const { world, story, user, coins } = scene;
  const from = coins.here.usdc;
  const amount = amountOf(scene, from, cents);
  const recipient = newPayee(scene, coins.there.usdc, false);
  const quote = await signedQuote(world, user.address, { amount: String(amount), recipient });
  const { status, message } = await postSignature(world, quote, await signStep(user.account, quote.sign));
  expect(status, message).to.equal(200);
  story.sent.push({ coin: from, amount });
  story.requests.push({ id: quote.requestId, coin: from, refundsToPayer: true });
}

/** Until every request has ended and all money is at home. */
async function settle(scene: Scene): Promise<Played> {
  const { world, story } = scene;
  const lookAgain = async (ms: number) => {
    for (const { client } of [world.evm, world.other]) await client.mine({ blocks: 1 });
    world.now += ms;
    await letPass(scene, 2);
  };
  for (let look = 0; look < LOOKS_TO_SETTLE; look++) await lookAgain(6 * MINUTE_MS);
  world.now += DAY_MS;
  for (let look = 0; look < LOOKS_TO_BRING_HOME; look++) await lookAgain(MINUTE_MS);
  const words: Record<string, number> = {};
  for (const { id } of story.requests) {
    const word = String((await world.status(id)).status);
    words[word] = (words[word] ?? 0) + 1;
    expect(word, id).to.be.oneOf(["success", "refund"]);
  }
  return words;
}

/** What lies at the service's places, and the heights up to which fees are in it. */
async function look(scene: Scene) {
  const { evm, other } = scene.world;
  const held = await heldBy(scene);
  const profits = (await scene.pooled.audit()).profits;
  const heights = new Map<number, bigint>();
  for (const { id, client } of [evm, other]) heights.set(id, await client.getBlockNumber({ cacheTime: 0 }));
  return { held, profits, heights, bitcoin: scene.world.ledger.view.tip().height };
}

function allCoins({ coins: { here, there, btc } }: Scene): readonly Coin[] {
  return [...Object.values(here), ...Object.values(there), btc];
}

async function heldBy(scene: Scene): Promise<ReadonlyMap<Coin, bigint>> {
  const { world, story } = scene;
  const { solver } = world.network;
  const found = new Map<Coin, bigint>();
  for (const coin of allCoins(scene)) {
    const chain = [world.evm, world.other].find(({ id }) => id === coin.chainId);
    const { Depository, SwapDesk } = world.evm.contracts;
    const own = chain ? [solver.evm, Depository, SwapDesk] : [solver.bitcoin];
    let total = 0n;
    for (const place of [...own, ...story.addresses]) {
      if (chain && place.startsWith("0x")) total += await balance(chain, coin.currency, place);
      if (!chain && !place.startsWith("0x")) total += held(world, place);
    }
    found.set(coin, total);
  }
  return found;
}

/** The audit's figures against those of the chains, for each currency. */
async function expectSame(scene: Scene, opening: Awaited<ReturnType<typeof look>>): Promise<void> {
  const { pooled } = scene;
  const report = await pooled.audit();
  const wrong = report.places.filter(({ outcome }) => outcome !== "equal");
  expect(wrong, "the books agree with the chains").to.deep.equal([]);
  expect([report.refundsOwed, report.paymentsInFlight, report.depositsInFlight]).to.deep.equal([[], [], []]);
  const before = (coin: Coin) => profitIn(opening.profits, coin);
  const now = await heldBy(scene);
  const gas = await feesSince(scene, opening);
  for (const coin of allCoins(scene)) {
    const name = `${coin.symbol} on ${coin.chainId}`;
    const told = profitIn(report.profits, coin);
    const said = (part: keyof typeof told) => told[part] - before(coin)[part];
    const { refunded, paid } = await received(scene, coin);
    const sent = total(scene.story.sent.filter((one) => one.coin === coin).map(({ amount }) => amount));
    expect(said("income"), `income of ${name}`).to.equal(sent - refunded);
    expect(said("payouts"), `payouts of ${name}`).to.equal(paid);
    expect(said("gas"), `fees of ${name}`).to.equal(gas.get(coin) ?? 0n);
    expect(said("net"), `profit in ${name}`).to.equal((now.get(coin) ?? 0n) - (opening.held.get(coin) ?? 0n));
    expect(said("net")).to.equal(said("income") - said("payouts") - said("gas") - said("pools"));
  }
  const owed = total(report.sharesOwed.map(({ amount }) => amount));
  expect(profitIn(report.profits, { chainId: 0, currency: "USDC" }).net, "shares").to.equal(-owed);
  expect(scene.dataFees.charged.size > 0, "data was paid for").to.equal(true);
}

type Figures = Awaited<ReturnType<PoolWorld["audit"]>>["profits"];

function profitIn(profits: Figures, { chainId, currency }: Pick<Coin, "chainId" | "currency">) {
  const found = profits.find((one) => one.chainId === chainId && one.currency === currency);
  return found ?? { income: 0n, payouts: 0n, gas: 0n, pools: 0n, net: 0n };
}

/** What recipients have, and what payers got back: at addresses of their own, and at wallets as the service tells it. */
async function received({ world, story }: Scene, coin: Coin) {
  const chain = [world.evm, world.other].find(({ id }) => id === coin.chainId);
  const at = async (isRefund: boolean) => {
    let found = 0n;
    for (const { address } of story.payees.filter((one) => one.coin === coin && one.isRefund === isRefund))
      found += chain ? await balance(chain, coin.currency, address) : held(world, address);
    return found;
  };
  let toWallets = 0n;
  for (const { id } of story.requests.filter((one) => one.coin === coin && one.refundsToPayer)) {
    const { requests } = (await world.get(`/requests/v2?id=${id}`)).body as { requests: Row[] };
    toWallets += BigInt(requests[0]?.data.metadata.currencyRefunded?.amount ?? 0);
  }
  return { refunded: (await at(true)) + toWallets, paid: await at(false) };
}

type Row = { data: { metadata: { currencyRefunded?: { amount: string } | null } } };

/** What blocks took from the service: gas and data of its transactions, and the miners' fees of those that spent its coins. */
async function feesSince(scene: Scene, opening: Awaited<ReturnType<typeof look>>) {
  const { world, coins, story, dataFees } = scene;
  const solver = world.network.solver.evm;
  const fees = new Map<Coin, bigint>();
  for (const [chain, coin] of [
    [world.evm, coins.here.eth],
    [world.other, coins.there.eth],
  ] as const) {
    const tip = await chain.client.getBlockNumber({ cacheTime: 0 });
    let paid = 0n;
    for (let height = (opening.heights.get(chain.id) ?? 0n) + 1n; height <= tip; height++) {
      const { transactions } = await chain.client.getBlock({
        blockNumber: height,
        includeTransactions: true,
      });
      for (const { hash } of transactions.filter(({ from }) => from.toLowerCase() === solver)) {
        const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash });
        const forData = dataFees.charged.get(hash);
        expect(forData !== undefined, `${hash} paid for its data`).to.equal(chain === world.other);
        paid += gasUsed * effectiveGasPrice + (forData ?? 0n);
      }
    }
    fees.set(coin, paid);
  }
  const { view } = world.ledger;
  const own = new Set([world.network.solver.bitcoin, ...story.addresses].flatMap(scriptsOf));
  let paid = 0n;
  for (let height = opening.bitcoin + 1; height <= view.tip().height; height++)
    for (const txid of view.blockAt(height)?.txids ?? []) {
      const record = view.tx(txid);
      if (record?.spent.some(({ script }) => own.has(script))) paid += record.fee;
    }
  fees.set(coins.btc, paid);
  return fees;
}

/** None for an address of an EVM chain. */
function scriptsOf(address: string): readonly string[] {
  return address.startsWith("0x") ? [] : [scriptOf("regtest", address as BitcoinAddress)]; // the service gave it out
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n);
}
