import type { Currency } from "../catalog.ts";
import type { IssuedAddress } from "../persistence/addresses.ts";

/** An address that may hold what blocks do not show, to be looked at once a block is deep enough. */
export type HiddenPoll = Readonly<{
  issued: IssuedAddress;
  currency: Currency;
  named: NamedTransaction | undefined;
  height: number;
}>;

/** A transaction in a block that is reported as the source of a deposit which blocks do not show. */
export type NamedTransaction = Readonly<{ txHash: string; blockHash: string }>;

/**
 * Addresses to check for deposits that blocks do not show: a balance counts only some blocks later. In
 * memory: callers may ask again after a restart.
 */
export type Hidden = Readonly<{
  /**
   * Adds a check. An address has at most two in a currency, because a balance includes everything: the
   * lowest, so that repeated calls postpone nothing, and the highest, which finds later arrivals.
   */
  note(look: HiddenPoll): void;
  /** The looks on a chain that are due, the oldest first; they are forgotten. */
  take(chainId: number, height: number): readonly HiddenPoll[];
}>;

const LOOKS_PER_TURN = 20;
const MOST_KEPT = 10_000; // addresses and currencies

/** An empty memory. */
export function createHidden(): Hidden {
  const looks = new Map<string, Readonly<{ first: HiddenPoll; last: HiddenPoll }>>();
  return {
    note(look) {
      const key = keyOf(look);
      const { first, last } = looks.get(key) ?? { first: look, last: look };
      if (looks.size >= MOST_KEPT && !looks.has(key)) return;
      looks.set(key, {
        first: look.height < first.height ? look : first,
        last: look.height > last.height ? look : last,
      });
    },
    take(chainId, height) {
      const due = [...looks.values()].filter(
        ({ first }) => first.currency.chainId === chainId && first.height <= height,
      );
      return due.slice(0, LOOKS_PER_TURN).map(({ first, last }) => {
        looks.delete(keyOf(first));
        if (last.height > height) looks.set(keyOf(last), { first: last, last });
        return first; // shows what the last would, where that is due as well
      });
    },
  };
}

function keyOf({ currency, issued }: HiddenPoll): string {
  return [currency.chainId, issued.address, currency.address].join(":");
}
