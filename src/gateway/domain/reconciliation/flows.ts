import { currencyId, type Entry } from "../books/ledger.ts";

/** What the entries of one deposit come to. Received and refunded in the coin that was paid, the rest in the settlement coin. */
export type Flows = Readonly<{
  received: bigint;
  refunded: bigint;
  settled: bigint;
  surplus: bigint; // either sign
  gross: bigint; // what the conversion was worth before its fees: the sum of settled, fees and surplus
  fees: ReadonlyMap<string, bigint>; // of the conversion, by kind
}>;

type Place = Readonly<{ chainId: number; currency: string }>;

/** Adds up the entries of one deposit, reversals and corrections included. */
export function flowsOf(entries: readonly Entry[], origin: Place, destination: Place): Flows {
  const [paidIn, settledIn] = [origin, destination].map(({ chainId, currency }) =>
    currencyId(chainId, currency),
  );
  const net = (account: string, currency = settledIn) =>
    entries
      .filter((entry) => entry.currency === currency)
      .reduce(
        (total, { from, to, amount }) =>
          total + (to === account ? amount : 0n) - (from === account ? amount : 0n),
        0n,
      );
  const kinds = entries.flatMap(({ from, to }) =>
    [from, to].filter((account) => account.startsWith(FEES) && account !== REFUND_FEE),
  );
  return {
    received: -net("payer", paidIn),
    refunded: net("refunded", paidIn),
    settled: net("settled"),
    surplus: net("surplus"),
    gross: -grossOf(entries, settledIn),
    fees: new Map([...new Set(kinds)].map((account) => [account.slice(FEES.length), net(account)])),
  };
}

const FEES = "fees:";
const REFUND_FEE = "fees:refund"; // what a refund cost is in the coin that was paid

/** By the ids of what a conversion yields: on a route within one coin, `conversion` has both sides in the same currency. */
function grossOf(entries: readonly Entry[], currency: string | undefined): bigint {
  const yielded = entries.filter(
    (entry) => entry.currency === currency && !/:converted\.\w+(:|$)/.test(entry.id),
  );
  return yielded.reduce(
    (total, { from, to, amount }) =>
      total + (to === "conversion" ? amount : 0n) - (from === "conversion" ? amount : 0n),
    0n,
  );
}
