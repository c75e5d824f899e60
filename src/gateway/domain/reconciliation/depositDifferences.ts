import { formatDecimal } from "../../../values/amount.ts";
import { HOUR_MS, type Instant } from "../../../values/time.ts";
import { currencyId } from "../books/ledger.ts";
import type { DepositBooks } from "./depositBooks.ts";
import type { Finding } from "./difference.ts";
import type { DepositSeen } from "./seen.ts";

type Case = Readonly<{ books: DepositBooks; seen: DepositSeen; now: Instant; hasLines: boolean }>;

/**
 * Every difference between the bookings of a deposit and what was found, one for each cause: the books are
 * compared with the outside first, then with the facts they derive from, and a consequence of one
 * difference is not reported as another. `hasLines` means that every booking has its lines.
 */
export function depositDifferences(one: Case): readonly Finding[] {
  const settled = settlementDifference(one);
  const found = [arrivalDifference(one), settled, refundDifference(one), ...feeDifferences(one)].flatMap(
    (finding) => finding ?? [],
  );
  const rest = found.some(({ explained }) => explained === undefined)
    ? []
    : [surplusDifference(one), lineDifference(one)];
  return [...found, ...rest.flatMap((finding) => finding ?? [])];
}

const ON_ITS_WAY_MS = HOUR_MS; // what the service does, and the gateway sees, takes seconds or minutes

/** Why something that only the world has is not in the books yet; undefined when it should be. */
function notYet({ books: { deposit, fate, isWatched }, now }: Case): string | undefined {
  if (!["moving", "claimed", "failed", "gone"].includes(fate)) return undefined;
  if (isWatched) return "The inbox has an entry about it.";
  return now - deposit.seenAt < ON_ITS_WAY_MS
    ? "It is still on its way: the gateway has not seen its end yet."
    : undefined;
}

function arrivalDifference(one: Case): Finding | undefined {
  const { books, seen } = one;
  const { deposit, booked, implied, isWatched } = books;
  const about = { currency: currencyId(deposit.chainId, deposit.currency), books: booked.received };
  if (seen.arrived.kind !== "read") {
    if (booked.received === implied.received) return undefined;
    return {
      kind: booked.received === 0n ? "missing deposit" : "wrong amount",
      ...about,
      world: implied.received,
      reason: BY_FACTS,
    };
  }
  const world = seen.arrived.amount;
  if (world === booked.received) return undefined;
  if (world === 0n) {
    const explained = isWatched ? "The inbox has an entry about it." : undefined;
    return {
      kind: "missing deposit",
      ...about,
      world,
      reason: "It is booked as received, and no block of the chain shows it.",
      explained,
    };
  }
  if (booked.received !== 0n)
    return {
      kind: "wrong amount",
      ...about,
      world,
      reason: "The chain shows another amount than was booked.",
    };
  const explained = deposit.presence === "block" ? undefined : notYet(one);
  return {
    kind: "missing deposit",
    ...about,
    world,
    reason: "The chain shows it, and the books do not have it.",
    explained,
  };
}

const BY_FACTS = "The books say otherwise than what they were made from.";

function settlementDifference(one: Case): Finding | undefined {
  return isSettled(one) ? bookedSettlement(one) : unbookedSettlement(one);
}

/** A settlement without a reported amount is booked without one. */
function isSettled({ books: { booked, settlement } }: Case): boolean {
  return booked.settled !== 0n || (settlement?.proven === true && settlement.amount === undefined);
}

function unbookedSettlement(one: Case): Finding | undefined {
  const { books, seen } = one;
  const { booked, implied, fate } = books;
  const about = { kind: "missing fill", ...inSettled(one), books: 0n } as const;
  if (fate === "settled" && implied.settled > 0n)
    return {
      ...about,
      world: implied.settled,
      reason: "It was seen to settle, and the books do not have it.",
    };
  if (seen.told?.meaning !== "success" || booked.refunded > 0n) return undefined;
  const reason = `The service says "${seen.told.word}" of request ${seen.told.requestId}, and nothing is booked as settled.`;
  return { ...about, world: seen.told.output, reason, explained: notYet(one) };
}

function bookedSettlement(one: Case): Finding | undefined {
  const { books, seen } = one;
  const { booked, implied } = books;
  const about = { ...inSettled(one), books: booked.settled };
  const { settled: chain, told } = seen;
  if (chain.kind === "read" && chain.amount === 0n)
    return {
      kind: "missing fill",
      ...about,
      world: 0n,
      reason: "It is booked as settled, and its transaction paid the merchant nothing.",
    };
  if (chain.kind === "read" && chain.amount !== booked.settled)
    return {
      kind: "wrong amount",
      ...about,
      world: chain.amount,
      reason: "The chain shows that another amount reached the merchant.",
    };
  if (told?.meaning === "refund")
    return {
      kind: "unexplained refund",
      ...about,
      reason: `It is booked as settled, and the service says "${told.word}" of request ${told.requestId}.`,
    };
  if (told && !["success", "unknown"].includes(told.meaning)) {
    const reason = `It is booked as settled, and the service says "${told.word}" of request ${told.requestId}.`;
    return {
      kind: "missing fill",
      ...about,
      reason,
      explained: chain.kind === "read" ? "The chain shows that it reached the merchant." : undefined,
    };
  }
  if (told?.output !== undefined && told.output !== booked.settled)
    return {
      kind: "wrong amount",
      ...about,
      world: told.output,
      reason: `The service says that another amount was delivered for request ${told.requestId}.`,
    };
  if (booked.settled !== implied.settled)
    return { kind: "wrong amount", ...about, world: implied.settled, reason: BY_FACTS };
  return undefined;
}

/** Fees are compared with the quote that was kept: the service may have had other costs since, and that is the surplus. */
function feeDifferences(one: Case): readonly Finding[] {
  if (!isSettled(one)) return [];
  const { booked, implied } = one.books;
  const kinds = [...new Set([...booked.fees.keys(), ...implied.fees.keys()])];
  return kinds.flatMap((kind): Finding[] => {
    const [books = 0n, world = 0n] = [booked.fees.get(kind), implied.fees.get(kind)];
    if (books === world) return [];
    return [
      {
        kind: "altered fee",
        ...inSettled(one),
        books,
        world,
        reason: `Its fee "${kind}" is not what the quote says that was kept.`,
      },
    ];
  });
}

function surplusDifference(one: Case): Finding | undefined {
  const { booked, implied } = one.books;
  if (!isSettled(one) || booked.gross === implied.gross) return undefined;
  const reason =
    "What settled, its fees and its surplus do not add up to what the quote says that it was worth.";
  return { kind: "altered fee", ...inSettled(one), books: booked.gross, world: implied.gross, reason };
}

function refundDifference(one: Case): Finding | undefined {
  const { books, seen } = one;
  const { deposit, booked, implied, fate } = books;
  const about = { currency: currencyId(deposit.chainId, deposit.currency), books: booked.refunded };
  const { told, refunded: chain } = seen;
  if (booked.refunded === 0n) {
    if (fate === "refunded" && implied.refunded > 0n)
      return {
        kind: "unexplained refund",
        ...about,
        world: implied.refunded,
        reason: "It was seen to go back, and the books do not have it.",
      };
    if (told?.meaning !== "refund" || isSettled(one)) return undefined;
    return {
      kind: "unexplained refund",
      ...about,
      reason: `The service says "${told.word}" of request ${told.requestId}, and nothing is booked as refunded.`,
      explained: notYet(one),
    };
  }
  if (chain.kind === "read" && chain.amount === 0n)
    return {
      kind: "unexplained refund",
      ...about,
      world: 0n,
      reason: "It is booked as refunded, and its transaction paid the refund address nothing.",
    };
  if (chain.kind === "read" && chain.amount !== booked.refunded)
    return {
      kind: "wrong amount",
      ...about,
      world: chain.amount,
      reason: "The chain shows that another amount went back.",
    };
  if (told && !["refund", "unknown"].includes(told.meaning)) {
    const reason = `It is booked as refunded, and the service says "${told.word}" of request ${told.requestId}.`;
    if (told.meaning === "success") return { kind: "unexplained refund", ...about, reason };
    return {
      kind: "unexplained refund",
      ...about,
      reason,
      explained: chain.kind === "read" ? "The chain shows that it went back." : undefined,
    };
  }
  if (booked.refunded !== implied.refunded)
    return { kind: "wrong amount", ...about, world: implied.refunded, reason: BY_FACTS };
  return undefined;
}

/** The accountants' lines must equal the entries. */
function lineDifference(one: Case): Finding | undefined {
  const { books, hasLines } = one;
  const { deposit, booked, payment, sentBack, decimals } = books;
  if (!hasLines) return undefined;
  const origin = currencyId(deposit.chainId, deposit.currency);
  if (isSettled(one) || booked.refunded > 0n) {
    const isMissing = !payment || (booked.refunded > 0n && !sentBack);
    if (isMissing)
      return {
        kind: "wrong amount",
        currency: origin,
        books: booked.received,
        reason: "It has ended, and there is no line of it for accountants.",
      };
  }
  const pairs = [
    [payment?.paid.units, booked.received, origin],
    [payment?.settled?.units, booked.settled, inSettled(one).currency],
    [payment?.refunded?.units, booked.refunded, origin],
    [sentBack?.paid.units, booked.refunded, origin],
  ] as const;
  for (const [line, books, currency] of pairs) {
    if (line !== undefined && BigInt(line) !== books)
      return {
        kind: "wrong amount",
        currency,
        books,
        world: BigInt(line),
        reason: "The line for accountants has another amount than the ledger.",
      };
  }
  const fees = Object.entries(payment?.fees ?? {}).find(
    ([kind, fee]) => fee !== formatDecimal(booked.fees.get(kind) ?? 0n, decimals),
  );
  return (
    fees && {
      kind: "altered fee",
      ...inSettled(one),
      books: booked.fees.get(fees[0]) ?? 0n,
      reason: `The line for accountants has another fee "${fees[0]}" than the ledger: ${fees[1]}.`,
    }
  );
}

function inSettled({ books: { settledIn } }: Case): Readonly<{ currency: string }> {
  return { currency: settledIn };
}
