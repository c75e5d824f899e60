import { cached } from "../../runtime/concurrency/cached.ts";
import { createSharedReads } from "../../runtime/concurrency/sharedReads.ts";
import { divCeil, sum } from "../../values/amount.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { SECOND_MS, type Clock } from "../../values/time.ts";
import { isToken, keyOf, type Catalog, type Currency } from "../catalog.ts";
import type { BitcoinChain } from "../chains/bitcoin.ts";
import type { EvmChain, GasFees } from "../chains/evm.ts";
import { readStoredSwap } from "../pools/storedSwap.ts";
import type { PriceSource } from "../prices/priceSource.ts";
import { bitcoinHoldings } from "../solver/bitcoin/coins.ts";
import { SOLVER_GAS_LIMIT, GAS_HEADROOM } from "../solver/evm/gas.ts";
import type { BridgeRequest } from "../request.ts";
import type { NetworkStore } from "../persistence/open.ts";
import { nonceOf, openOrders, type OpenOrder } from "../persistence/outbound.ts";
import { promisedAmounts } from "../persistence/requests.ts";
import { routeCosts, type ChainPrices, type Route } from "./costs.ts";
import type { Market } from "./pricing.ts";

/** What the world looks like to a quote: prices, gas, and what the solver can still give. */
export type MarketReader = Readonly<{
  /**
   * Present prices and gas. Throws HttpFailure when a chain gave no answer, PriceUnavailable when a coin
   * has no price.
   */
  market(route: Route): Promise<Market>;
  /** What gas costs on an EVM chain. Throws HttpFailure when it gave no answer. */
  gasFees(chainId: number): Promise<GasFees>;
  /** What so many bytes of transactions cost beside their gas, in wei. Throws HttpFailure when the chain gave no answer. */
  dataFee(chainId: number, bytes: bigint): Promise<bigint>;
  /** Sats for 1,000 virtual bytes. Throws HttpFailure when no explorer gave an answer. */
  satPerKvb(): Promise<bigint>;
  /** Smallest units that the solver holds without a promise on them, zero when it lacks gas for a fill. */
  capacity(currency: Currency, promisedBy: readonly BridgeRequest["state"][]): Promise<bigint>;
}>;

const FEES_FRESH_MS = 5 * SECOND_MS;
const PRICES_STEP_MS = SECOND_MS; // prices move every second, so that one quote reads one moment

type Parts = Readonly<{
  catalog: Catalog;
  evm: ReadonlyMap<number, EvmChain>;
  bitcoin: BitcoinChain;
  store: NetworkStore;
  solver: EvmAddress;
  prices: PriceSource;
  clock: Clock;
}>;

/** Reads markets; fees are asked at most every five seconds per chain, however many quotes come. */
export function createMarketReader(parts: Parts): MarketReader {
  const recent = <T>(load: () => Promise<T>) => cached(parts.clock, FEES_FRESH_MS, load);
  const satPerKvb = recent(() => parts.bitcoin.feeRate());
  const gas = new Map([...parts.evm].map(([id, chain]) => [id, recent(() => chain.gasFees())]));
  const native = new Map(
    [...parts.evm].map(([id, chain]) => [id, recent(() => chain.nativeBalance(parts.solver))]),
  );
  const data = new Map([...parts.evm].map(([id, chain]) => [id, recent(() => chain.dataFee())]));
  const dataOf = (chainId: number) => need(data.get(chainId), chainId)();
  const gasOf = (chainId: number) => need(gas.get(chainId), chainId)();
  const share = createSharedReads<bigint>();
  return {
    async market(route) {
      const at = Math.floor(parts.clock() / PRICES_STEP_MS) * PRICES_STEP_MS;
      const coin = async (currency: Currency) => ({
        usd: await parts.prices.price(currency.symbol, at),
        decimals: currency.decimals,
      });
      const prices = async (chainId: number) => ({
        coin: await coin(need(parts.catalog.currencies(chainId)[0], chainId)),
        ...(await workOn(chainId)),
      });
      const { origin, destination } = route;
      const [input, output, there, here] = await Promise.all([
        coin(origin),
        coin(destination),
        prices(destination.chainId),
        prices(origin.chainId),
      ]);
      const sameAsset = origin.symbol === destination.symbol;
      return { input, output, sameAsset, ...routeCosts(route, here, there) };
    },
    gasFees: gasOf,
    dataFee: async (chainId, bytes) => divCeil(bytes * (await dataOf(chainId)).perKb, 1_000n),
    satPerKvb,
    capacity: (currency, promisedBy) =>
      share(`${currency.chainId} ${currency.address} ${promisedBy.join()}`, () =>
        capacity(currency, promisedBy),
      ),
  };

  async function capacity(
    currency: Currency,
    promisedBy: readonly BridgeRequest["state"][],
  ): Promise<bigint> {
    // Promises first: a fill that lands in between is then counted twice, which is the safe side.
    // A Bitcoin fill has taken its coins the moment it is signed.
    const states = currency.kind === "bitcoin" ? promisedBy.filter((by) => by !== "filling") : promisedBy;
    const promised = sum(await promisedAmounts(parts.store, keyOf(currency), states));
    const free = (await inSwaps(currency)) - (await leaving(currency)) - promised;
    const held = (await holdings(currency)) + free;
    return held < 0n ? 0n : held;
  }

  async function workOn(chainId: number): Promise<Omit<ChainPrices, "coin">> {
    if (parts.catalog.family(chainId) !== "evm")
      return { perUnit: await satPerKvb(), data: { perKb: 0n, inGas: false } };
    const [fees, dataFee] = await Promise.all([gasOf(chainId), dataOf(chainId)]);
    return { perUnit: fees.maxFeePerGas, data: dataFee };
  }

  /** What swaps of open fills bring of a currency, which is promised but not held, less what open swaps spend of it. */
  async function inSwaps({ kind, chainId, address }: Currency): Promise<bigint> {
    if (kind === "bitcoin" || !parts.evm.get(chainId)?.pools) return 0n;
    const amounts = (await openOrders(parts.store, chainId)).flatMap((open) => {
      const swap = readStoredSwap(open.order);
      if (!swap) return [];
      const isBrought = swap.to === address && open.kind === "fill";
      return [isBrought ? swap.expected : 0n, swap.from === address ? -swap.spends : 0n];
    });
    return sum(amounts);
  }

  /**
   * What transfers to the treasury still take: those of them that are in no block. One that is in a block is not in the balance
   * any more, and is open until it is deep enough.
   */
  async function leaving({ chainId, address }: Currency): Promise<bigint> {
    if (!parts.catalog.chain(chainId)?.treasury) return 0n;
    const isTransfer = ({ kind, currency }: OpenOrder) => kind === "treasury" && currency === address;
    const open = (await openOrders(parts.store, chainId)).filter(isTransfer);
    if (open.length === 0) return 0n;
    const mined = await need(parts.evm.get(chainId), chainId).minedNonce(parts.solver, 1);
    return sum(open.flatMap(({ slot, amount }) => (nonceOf(slot) >= mined ? [amount] : [])));
  }

  async function holdings(currency: Currency): Promise<bigint> {
    if (currency.kind === "bitcoin") return spendable();
    const chain = need(parts.evm.get(currency.chainId), currency.chainId);
    const fees = gasOf(currency.chainId);
    if (!isToken(currency)) {
      const free = (await chain.nativeBalance(parts.solver)) - gasReserve(await fees);
      return free < 0n ? 0n : free;
    }
    const coins = need(native.get(currency.chainId), currency.chainId)(); // of some seconds ago: it only has to pay the gas
    const held = await chain.tokenBalance(currency.address, parts.solver);
    return (await coins) < gasReserve(await fees) ? 0n : held;
  }

  async function spendable(): Promise<bigint> {
    const { free, coming } = await bitcoinHoldings(parts.store);
    const fee = (BITCOIN_FEE_VBYTES * (await satPerKvb())) / 1_000n;
    const held = free + coming;
    return held > fee ? held - fee : 0n;
  }
}

const BITCOIN_FEE_VBYTES = 1_000n; // room for the fee of a payment from a dozen coins

/** What the next fills may cost at most, in smallest native units: it is not given away. */
function gasReserve(fees: GasFees): bigint {
  return SOLVER_GAS_LIMIT * fees.maxFeePerGas * GAS_HEADROOM;
}

function need<T>(found: T | undefined, chainId: number): T {
  if (found === undefined)
    throw new Error(`Chain ${chainId} is not configured any more, but a request needs it.`);
  return found;
}
