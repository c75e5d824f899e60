import { Router } from "express";
import { z } from "zod";
import { formatFixed } from "../../values/amount.ts";
import { SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import { BITCOIN, type Currency, type EvmChainConfig } from "../catalog.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { OWN_SOURCE, POOL_SOURCE } from "../pools/poolContracts.ts";
import { usdValue } from "../quote/pricing.ts";
import { currencyId, presentBareChains, presentChains } from "./presentChains.ts";
import { chainIdText, readQuery } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

const FRESH_MS = 5 * SECOND_MS; // a chain is asked at most so often, however many callers ask

export const chainQuery = z.object({ chainId: chainIdText });
export const sourcesQuery = z.object({ chainId: chainIdText.optional() });

/**
 * GET /chains (interface specification 4.3) and, beyond the contract, a chain's health, what the solver
 * holds there, and where fills take their coins from.
 */
export function chainRoutes(parts: NetworkParts): Router {
  const router = Router();
  const { bare } = parts.settings;
  router.get("/chains", (_request, response) => {
    response.json(bare ? presentBareChains(parts) : presentChains(parts));
  });
  if (bare) return router;
  router.get("/swap-sources", (request, response) => {
    const { chainId } = readQuery(sourcesQuery, request.query);
    const chains = catalogChains(parts, chainId);
    const hasPools = chains.some(({ pools }) => pools !== undefined);
    response.json({ sources: [OWN_SOURCE, ...(hasPools ? [POOL_SOURCE] : [])] });
  });
  const healthOf = keptFor(parts.clock, (chainId) => isHealthy(parts, chainId));
  const liquidityOf = keptFor(parts.clock, (chainId) => presentLiquidity(parts, chainId));
  router.get("/chains/health", async (request, response) => {
    response.json({ healthy: await healthOf(knownChain(parts, request.query)) });
  });
  router.get("/chains/liquidity", async (request, response) => {
    response.json({ liquidity: await liquidityOf(knownChain(parts, request.query)) });
  });
  return router;
}

/** The chain of the id, or all of them without one. */
function catalogChains({ catalog }: NetworkParts, chainId: number | undefined): readonly EvmChainConfig[] {
  return chainId === undefined ? catalog.chains : [catalog.chain(chainId) ?? []].flat();
}

function knownChain({ catalog }: NetworkParts, query: unknown): number {
  const { chainId } = readQuery(chainQuery, query);
  if (catalog.family(chainId)) return chainId;
  throw new Refusal("UNSUPPORTED_CHAIN", `Chain ${chainId} is not supported. GET /chains lists the chains.`);
}

/** True when the chain answers. */
async function isHealthy({ evm, bitcoin }: NetworkParts, chainId: number): Promise<boolean> {
  try {
    await (chainId === BITCOIN.chainId ? bitcoin.feeRate() : requireChain(evm, chainId).tipHeight());
    return true;
  } catch {
    return false;
  }
}

/** What the solver can still promise in each currency of a chain. Throws HttpFailure or PriceUnavailable. */
function presentLiquidity(parts: NetworkParts, chainId: number): Promise<readonly unknown[]> {
  return Promise.all(
    parts.catalog.currencies(chainId).map(async (currency) => {
      const { symbol, address, decimals } = currency;
      const balance = await parts.market.capacity(currency, ["pending", "filling"]);
      return {
        chainId,
        currencyId: currencyId(currency),
        symbol,
        address,
        decimals,
        balance: String(balance),
        amountUsd: await usdText(parts, currency, balance),
      };
    }),
  );
}

async function usdText({ prices, clock }: NetworkParts, currency: Currency, amount: bigint): Promise<string> {
  const coin = { usd: await prices.price(currency.symbol, clock()), decimals: currency.decimals };
  return formatFixed(usdValue(amount, coin) / 100n, 6); // from 10^-8 dollars to 10^-6
}

/** Answers of the last seconds, chain by chain; a failure is not kept. */
function keptFor<T>(clock: Clock, load: (chainId: number) => Promise<T>): (chainId: number) => Promise<T> {
  const kept = new Map<number, Readonly<{ at: Instant; answer: Promise<T> }>>();
  return (chainId) => {
    const known = kept.get(chainId);
    const now = clock();
    if (known && now >= known.at && now - known.at < FRESH_MS) return known.answer;
    const asked = { at: now, answer: load(chainId) };
    kept.set(chainId, asked);
    asked.answer.catch(() => kept.get(chainId) === asked && kept.delete(chainId));
    return asked.answer;
  };
}
