import type { Currency } from "../catalog.ts";
import type { IssuedAddress } from "../store/addresses.ts";

/** An address that may hold what blocks do not show, to be looked at once a block is deep enough. */
export type HiddenLook = Readonly<{
  issued: IssuedAddress;
  currency: Currency;
  txHash: string | undefined; // the transaction that is known to have brought it
  height: number;
}>;

/**
 * Which addresses somebody has asked to have looked at, for what blocks do not show: a balance is believed only some blocks
 * later. In memory: whoever asked may ask again after a restart.
 */
export type Hidden = Readonly<{
  note(look: HiddenLook): void;
  /** The looks on a chain that are due, the oldest first; they are forgotten. */
  take(chainId: number, height: number): readonly HiddenLook[];
}>;

const LOOKS_PER_TURN = 20;
const MOST_KEPT = 10_000;

/** An empty memory. */
export function createHidden(): Hidden {
  const looks = new Map<string, HiddenLook>();
  return {
    note(look) {
      const { issued, currency, height } = look;
      const key = [currency.chainId, issued.address, currency.address, look.txHash ?? height].join(":");
      if (looks.size < MOST_KEPT || looks.has(key)) looks.set(key, look);
    },
    take(chainId, height) {
      const due = [...looks].filter(([, look]) => look.currency.chainId === chainId && look.height <= height);
      const next = due.slice(0, LOOKS_PER_TURN);
      for (const [key] of next) looks.delete(key);
      return next.map(([, look]) => look);
    },
  };
}
