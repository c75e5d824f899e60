import { setTimeout as wait } from "node:timers/promises";
import { findUnconfiguredChains } from "./audit/unconfiguredChains.ts";
import { WrongChain } from "./chains/asking.ts";
import type { EvmChain } from "./chains/evm.ts";
import { allocatorProblem } from "./contracts/allocator.ts";
import { ListUnusable } from "./checks/addressList.ts";
import type { NetworkParts } from "./parts.ts";
import { issuedTreasuries } from "./solver/treasuryProblems.ts";
import { PriceUnavailable, PriceUnknown } from "./prices/priceSource.ts";
import { SECOND_MS } from "../values/time.ts";

/**
 * What a start found out about the world outside: settings that are proven wrong, what is odd about others, and what gave no
 * answer. Sentences.
 */
export type StartFindings = Readonly<{
  wrong: readonly string[];
  odd: readonly string[];
  silent: readonly string[];
}>;

type Parts = Pick<
  NetworkParts,
  "bitcoin" | "evm" | "keys" | "contracts" | "catalog" | "prices" | "clock" | "store" | "screener"
>;

const NOTHING: StartFindings = { wrong: [], odd: [], silent: [] };
const WITHIN_MS = 5 * SECOND_MS;

/**
 * Asks every explorer, every chain and the prices once, and reads the list of screening: a wrong setting must stop the start before a quote
 * uses it. Unanswered checks may succeed later; everything is checked again before its first use. Never
 * throws for either.
 */
export async function checkOutside(parts: Parts): Promise<StartFindings> {
  const { bitcoin, evm, catalog, prices, clock, store, screener } = parts;
  const chainIds = [...evm.keys()];
  const symbols = new Set([
    "BTC",
    ...chainIds.flatMap((id) => catalog.currencies(id).map(({ symbol }) => symbol)),
  ]);
  const found = await Promise.all([
    ...bitcoin
      .checks()
      .map((check, index) => finding(`Explorer ${index + 1} of NETWORK_EXPLORER_URLS`, silently(check))),
    ...[...evm.values()].flatMap(nodeFindings),
    ...chainIds.map((id) => allocatorFinding(parts, id)),
    ...(screener ? [finding("NETWORK_SCREENING_LIST", silently(screener.check()))] : []),
    ...[...symbols].map((symbol) => finding(`PRICES (${symbol})`, silently(prices.price(symbol, clock())))),
  ]);
  return {
    wrong: [...found.flatMap(({ wrong }) => wrong), ...(await issuedTreasuries(store, catalog.chains))],
    odd: [...found.flatMap(({ odd }) => odd), ...(await findUnconfiguredChains(store, catalog))],
    silent: found.flatMap(({ silent }) => silent),
  };
}

/** What each node of a chain says; a node is named where there are several. */
function nodeFindings(chain: EvmChain): readonly Promise<StartFindings>[] {
  const names = chain.nodes().map(({ node }) => node);
  const at = (index: number) => (names.length > 1 ? ` (${names[index]})` : "");
  return chain.checks().map((check, index) => finding(`NETWORK_RPC_${chain.id}${at(index)}`, check));
}

/** A chain that gives no answer is named by its nodes' checks; it is asked again before each quote. */
async function allocatorFinding(parts: Parts, chainId: number): Promise<StartFindings> {
  const refuse = async () => {
    const problem = await allocatorProblem(parts, chainId).catch(() => undefined);
    if (problem !== undefined) throw new WrongChain([problem]);
    return [];
  };
  return { ...(await finding(`The allocator of chain ${chainId}`, refuse())), silent: [] };
}

async function finding(what: string, asked: Promise<readonly string[]>): Promise<StartFindings> {
  const late = new AbortController();
  try {
    const said = await Promise.race([asked, tooLate(late.signal)]);
    return { ...NOTHING, odd: said };
  } catch (error) {
    if (error instanceof WrongChain) return { ...NOTHING, wrong: error.problems };
    if (error instanceof ListUnusable)
      return { ...NOTHING, wrong: [`NETWORK_SCREENING_LIST: ${error.message}`] };
    if (error instanceof PriceUnknown) return { ...NOTHING, wrong: [`PRICES: ${error.message}`] };
    return { ...NOTHING, silent: [`${what}: ${describe(error)}`] };
  } finally {
    late.abort();
  }
}

/** An answer without findings. */
async function silently(asked: Promise<unknown>): Promise<readonly string[]> {
  await asked;
  return [];
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await wait(WITHIN_MS, undefined, { signal });
  throw new Error(`no answer within ${WITHIN_MS / SECOND_MS} seconds.`);
}

/** The error's words; of URLs the host only, because providers put keys into them. */
function describe(error: unknown): string {
  const failures = error instanceof PriceUnavailable ? error.failures : [];
  const words = [error instanceof Error ? error.message : String(error), ...failures].join(" ");
  return words.replace(/\bhttps?:\/\/(?:[^\s/@]*@)?([^\s/?#]+)\S*/g, (_url, host: string) => `${host}.`);
}
