import { sum } from "../money/amount.ts";
import type { EvmAddress } from "../evm/address.ts";
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../time.ts";
import type { Catalog, Token } from "./catalog.ts";
import type { BitcoinChain } from "./chains/bitcoin.ts";
import { highestFillCost, type EvmChain } from "./chains/evm.ts";
import { priceAt } from "./priceWalk.ts";
import type { Market } from "./pricing.ts";
import type { BridgeRequest } from "./request.ts";
import { promisedAmounts } from "./store/requests.ts";
import type { NetworkStore } from "./store/open.ts";

/** What the world looks like to a quote: prices, gas, and what the solver can still give. */
export type MarketReader = Readonly<{
  /** Prices and gas of now. Throws HttpFailure when a chain gave no answer, PriceMissing when nobody prices a coin. */
  market(token: Token): Promise<Market>;
  /** Destination units that the solver holds and has promised to nobody, zero when it lacks gas for a fill. */
  capacity(token: Token, promisedBy: readonly BridgeRequest["state"][]): Promise<bigint>;
}>;

/** No source prices a coin, so nothing can be quoted in it. */
export class PriceMissing extends Error {
  override name = "PriceMissing";
}

const FEES_FRESH_MS = 5 * SECOND_MS;
const PRICES_STEP_MS = MINUTE_MS / 60; // prices move every second, so that one quote reads one moment

/** Reads markets; fees are asked at most every five seconds per chain, however many quotes come. */
export function createMarketReader(
  parts: Readonly<{
    catalog: Catalog;
    evm: ReadonlyMap<number, EvmChain>;
    bitcoin: BitcoinChain;
    store: NetworkStore;
    solver: EvmAddress;
    priceSeed: string;
    clock: Clock;
  }>,
): MarketReader {
  const recent = <T>(load: () => Promise<T>) => cached(parts.clock, FEES_FRESH_MS, load);
  const feeRate = recent(() => parts.bitcoin.feeRate());
  const gas = new Map([...parts.evm].map(([id, chain]) => [id, recent(() => chain.gasFees())]));
  const native = new Map(
    [...parts.evm].map(([id, chain]) => [id, recent(() => chain.nativeBalance(parts.solver))]),
  );
  const price = (symbol: string, at: Instant) => {
    const found = priceAt(parts.priceSeed, symbol, at);
    if (found === undefined) throw new PriceMissing(`Nobody gives a price of ${symbol}.`);
    return found;
  };
  return {
    async market(token) {
      const at = Math.floor(parts.clock() / PRICES_STEP_MS) * PRICES_STEP_MS;
      const coin = need(parts.catalog.native(token.chainId), token.chainId);
      const [satPerKvb, fees] = await Promise.all([feeRate(), need(gas.get(token.chainId), token.chainId)()]);
      return {
        inputUsd: price("BTC", at),
        outputUsd: price(token.symbol, at),
        nativeUsd: price(coin.symbol, at),
        outputDecimals: token.decimals,
        nativeDecimals: coin.decimals,
        gasPrice: fees.maxFeePerGas,
        satPerKvb,
      };
    },
    async capacity(token, promisedBy) {
      // Promises first: a fill that lands in between is then counted twice, which is the safe side.
      const promised = sum(await promisedAmounts(parts.store, token.chainId, token.address, promisedBy));
      const chain = need(parts.evm.get(token.chainId), token.chainId);
      const [held, coins, fees] = await Promise.all([
        chain.tokenBalance(token.address, parts.solver),
        need(native.get(token.chainId), token.chainId)(),
        need(gas.get(token.chainId), token.chainId)(),
      ]);
      return coins < highestFillCost(fees) || held < promised ? 0n : held - promised;
    },
  };
}

/** Loads at most once per `freshMs`; a failure is not kept. */
function cached<T>(clock: Clock, freshMs: number, load: () => Promise<T>): () => Promise<T> {
  let kept: Readonly<{ at: Instant; answer: Promise<T> }> | undefined;
  return () => {
    const now = clock();
    if (kept && now >= kept.at && now - kept.at < freshMs) return kept.answer;
    const asked = { at: now, answer: load() };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.answer;
  };
}

function need<T>(found: T | undefined, chainId: number): T {
  if (found === undefined)
    throw new Error(`Chain ${chainId} is not configured any more, but a request needs it.`);
  return found;
}
