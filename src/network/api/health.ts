import { SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import { BITCOIN } from "../catalog.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { followedHeaders } from "../persistence/headers.ts";
import { VERSION } from "../../runtime/version.ts";
import type { StatusStream } from "./statusStream.ts";

const FRESH_MS = 2 * SECOND_MS; // however many monitors ask
const ANSWER_TIMEOUT_MS = 4 * SECOND_MS; // monitors do not wait long

export type Health = Readonly<{ isWell: boolean; body: Record<string, unknown> }>;

/**
 * The health of the service: whether its database, each chain (Bitcoin: an explorer) and the prices answer,
 * the age of each chain's newest block, and the block up to which deposits were indexed. A slow chain is
 * not a fault, so monitors judge the figures. Outside addresses and errors are not disclosed.
 */
export function createHealth(
  parts: NetworkParts,
  stream: Pick<StatusStream, "connections"> | undefined,
): () => Promise<Health> {
  const tipAge = createTipAges(parts.clock);
  const look = async (): Promise<Health> => {
    const [chains, unpriced] = await Promise.all([
      Promise.all(chainsOf(parts).map((chain) => pollChain(parts, chain, tipAge))),
      unpricedSymbols(parts),
    ]);
    const hasDatabase = !chains.includes(undefined);
    const told = chains.filter((chain) => chain !== undefined);
    const isWell = hasDatabase && unpriced.length === 0 && told.every(({ status }) => status === "ok");
    return {
      isWell,
      body: {
        status: isWell ? "ok" : "failing",
        version: VERSION,
        database: hasDatabase ? "ok" : "no answer",
        chains: told,
        prices: unpriced.length === 0 ? { status: "ok" } : { status: "no answer", unpriced },
        stream: stream ? { status: "on", connections: stream.connections() } : { status: "off" },
      },
    };
  };
  let kept: Readonly<{ at: Instant; health: Promise<Health> }> | undefined;
  return () => {
    const now = parts.clock();
    if (!kept || now < kept.at || now - kept.at >= FRESH_MS) kept = { at: now, health: look() };
    return kept.health;
  };
}

type Chain = Readonly<{ id: number; name: string }>;

function chainsOf({ catalog }: NetworkParts): readonly Chain[] {
  return [{ id: BITCOIN.chainId, name: BITCOIN.name }, ...catalog.chains];
}

/** Undefined when the database gave no answer. */
async function pollChain(
  { evm, market, store }: NetworkParts,
  { id, name }: Chain,
  tipAge: (chainId: number, height: number) => number,
) {
  const isBitcoin = id === BITCOIN.chainId;
  const [answer, headers] = await Promise.all([
    inTime<number | bigint>(() => (isBitcoin ? market.satPerKvb() : requireChain(evm, id).tipHeight())),
    inTime(() => followedHeaders(store, id)),
  ]);
  if (!headers) return undefined;
  const readTo = headers.at(-1)?.height ?? null; // none before the first quote
  const height = isBitcoin ? readTo : typeof answer === "number" ? answer : null;
  const tipAgeSeconds = height === null ? null : tipAge(id, height);
  return { id, name, status: answer === undefined ? "no answer" : "ok", height, tipAgeSeconds, readTo };
}

/** For how many seconds a chain has had the same height, as far as this process has looked. */
function createTipAges(clock: Clock): (chainId: number, height: number) => number {
  const seen = new Map<number, Readonly<{ height: number; since: Instant }>>();
  return (chainId, height) => {
    const now = clock();
    const before = seen.get(chainId);
    const tip = before?.height === height && before.since <= now ? before : { height, since: now };
    seen.set(chainId, tip);
    return Math.floor((now - tip.since) / SECOND_MS);
  };
}

async function unpricedSymbols({ catalog, prices, clock }: NetworkParts): Promise<readonly string[]> {
  const currencies = [BITCOIN.chainId, ...catalog.chains.map(({ id }) => id)].flatMap(catalog.currencies);
  const symbols = [...new Set(currencies.map(({ symbol }) => symbol))];
  const found = await Promise.all(symbols.map((symbol) => inTime(() => prices.price(symbol, clock()))));
  return symbols.filter((_, index) => found[index] === undefined);
}

/**
 * An answer, or undefined when there was none in time; the reason is in the log of the component that needs
 * it.
 */
async function inTime<T>(ask: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ANSWER_TIMEOUT_MS, undefined).unref();
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
