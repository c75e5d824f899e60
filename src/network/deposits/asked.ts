import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import type { BridgeRequest, Deposit } from "../request.ts";

/** What says whether a Bitcoin deposit of a request may be in the mempool. */
export type Sightable = Pick<BridgeRequest, "id" | "state" | "origin" | "parent" | "depositAddress"> &
  Readonly<{ deposit: Pick<Deposit, "txHash"> | undefined }>;

/** Requests that were polled lately: only their mempool is polled, to limit explorer calls. */
export type Asked = Readonly<{
  /** A status was read. */
  note(request: Sightable): void;
  /** The due requests, the longest waiting first; they count as polled. */
  take(): readonly string[];
}>;

const READ_WITHIN_MS = MINUTE_MS;
const EACH_MS = 10 * SECOND_MS;
const LOOKS_PER_SECOND = 5;
const MOST_KEPT = 10_000;

type Entry = Readonly<{ askedAt: Instant; lookedAt: Instant }>;

/** An empty record of polled requests. */
export function createAsked(clock: Clock): Asked {
  const entries = new Map<string, Entry>();
  return {
    note(request) {
      if (!canBeSighted(request) || (entries.size >= MOST_KEPT && !entries.has(request.id))) return;
      entries.set(request.id, { askedAt: clock(), lookedAt: entries.get(request.id)?.lookedAt ?? 0 });
    },
    take() {
      const now = clock();
      for (const [id, { askedAt }] of entries) if (now - askedAt > READ_WITHIN_MS) entries.delete(id);
      const due = [...entries].filter(([, { lookedAt }]) => now - lookedAt >= EACH_MS);
      const next = due.sort(([, a], [, b]) => a.lookedAt - b.lookedAt).slice(0, LOOKS_PER_SECOND);
      for (const [id, entry] of next) entries.set(id, { ...entry, lookedAt: now });
      return next.map(([id]) => id);
    },
  };
}

/** True while a Bitcoin deposit may come to an address of the request, and none has. */
export function canBeSighted({ state, deposit, origin, parent, depositAddress }: Sightable): boolean {
  const waits = state === "waiting" && !deposit && parent === undefined;
  return waits && origin.chainId === BITCOIN_CHAIN_ID && depositAddress !== undefined;
}
