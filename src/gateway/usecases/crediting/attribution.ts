import type { Instant } from "../../../values/time.ts";

/**
 * Assigns transfers to deposits when the service names none. Pure. A transfer goes to a claim when that is
 * certain, or when the choice makes no difference; otherwise both wait, because an assignment is permanent.
 */

/** A deposit whose settlement is expected at a place, and the properties its transfer must have. */
export type Claim = Readonly<{
  id: string; // the deposit's outpoint
  owner: string; // the store
  credit: bigint; // its part of the price: claims of one owner with equal credits are interchangeable
  floor: bigint; // a transfer of at least this pays it in full
  least: bigint; // amounts that can be its own, both included
  most: bigint;
  from: Instant; // block times that can be its own, both included
  until: Instant;
  seenFrom: Instant; // a transfer that was seen before belongs to an earlier deposit
  ready: boolean; // the service reports that it has paid; other claims only compete for transfers
}>;

/** A transfer that has settled nothing yet. */
export type Candidate = Readonly<{
  key: string;
  amount: bigint;
  at: Instant;
  seenAt: Instant;
  spends?: readonly string[]; // outpoints that its transaction spends, where that is known
}>;

export type Pair<C extends Claim, T extends Candidate> = Readonly<{ claim: C; transfer: T }>;

/**
 * True when the transfer can belong to the claim. On Bitcoin a transaction that spends the deposit itself
 * belongs to no other claim.
 */
export function fits(claim: Claim, { amount, at, seenAt, spends }: Candidate): boolean {
  return (
    (spends === undefined || spends.includes(claim.id)) &&
    amount >= claim.least &&
    amount <= claim.most &&
    at >= claim.from &&
    at <= claim.until &&
    seenAt >= claim.seenFrom
  );
}

/**
 * The pairs of ready claims and transfers of one place that are beyond doubt; each claim and each transfer is in one pair at
 * most. First go the transfers that fit one claim alone, again and again; then groups that come out even, and groups of
 * equal claims, among which the order does not matter.
 */
export function attribute<C extends Claim, T extends Candidate>(
  claims: readonly C[],
  transfers: readonly T[],
): readonly Pair<C, T>[] {
  const pairs: Pair<C, T>[] = [];
  let open = claims.flatMap((claim) =>
    transfers.filter((transfer) => fits(claim, transfer)).map((transfer) => ({ claim, transfer })),
  );
  for (let own = ownTransfers(open); own.length > 0; own = ownTransfers(open)) {
    pairs.push(...own);
    const claimsDone = new Set<Claim>(own.map(({ claim }) => claim));
    const transfersDone = new Set<Candidate>(own.map(({ transfer }) => transfer));
    open = open.filter(({ claim, transfer }) => !claimsDone.has(claim) && !transfersDone.has(transfer));
  }
  for (const group of groupsOf(open)) pairs.push(...settleGroup(group));
  return pairs.filter(({ claim }) => claim.ready); // what is another's for certain is kept for it
}

/**
 * Pairs for claims that have waited long enough: each gets the smallest transfer that fits, and the claim
 * with the fewest candidates goes first, so that as many as possible get one. The pairing is a guess; each
 * transfer is still used once.
 */
export function attributeByBestFit<C extends Claim, T extends Candidate>(
  claims: readonly C[],
  transfers: readonly T[],
): readonly Pair<C, T>[] {
  const free = transfers.toSorted((a, b) => compare(a.amount, b.amount));
  return claims
    .filter(({ ready }) => ready)
    .toSorted((a, b) => compare(a.most, b.most))
    .flatMap((claim) => {
      const index = free.findIndex((transfer) => fits(claim, transfer));
      return free.splice(index < 0 ? free.length : index, 1).map((transfer) => ({ claim, transfer }));
    });
}

/** For each claim the transfer that fits it alone; none for a claim with several such of different amounts. */
function ownTransfers<C extends Claim, T extends Candidate>(
  open: readonly Pair<C, T>[],
): readonly Pair<C, T>[] {
  const fitting = groupBy(open, ({ transfer }) => transfer);
  const own = fitting.flatMap((pairs) => (pairs.length === 1 ? pairs : []));
  return groupBy(own, ({ claim }) => claim).flatMap((pairs) => {
    const [first] = pairs.toSorted((a, b) => a.transfer.at - b.transfer.at);
    return first && isOneAmount(pairs.map(({ transfer }) => transfer)) ? [first] : [];
  });
}

function groupBy<P>(pairs: readonly P[], keyOf: (pair: P) => unknown): readonly (readonly P[])[] {
  const groups = new Map<unknown, P[]>();
  for (const pair of pairs) groups.set(keyOf(pair), [...(groups.get(keyOf(pair)) ?? []), pair]);
  return [...groups.values()];
}

type Group<C, T> = Readonly<{ claims: Set<C>; transfers: Set<T> }>;

/** Claims and transfers that hang together by what fits. */
function groupsOf<C extends Claim, T extends Candidate>(open: readonly Pair<C, T>[]): readonly Group<C, T>[] {
  let groups: Group<C, T>[] = [];
  for (const { claim, transfer } of open) {
    const joined = groups.filter(({ claims, transfers }) => claims.has(claim) || transfers.has(transfer));
    groups = groups.filter((group) => !joined.includes(group));
    groups.push({
      claims: new Set([claim, ...joined.flatMap(({ claims }) => [...claims])]),
      transfers: new Set([transfer, ...joined.flatMap(({ transfers }) => [...transfers])]),
    });
  }
  return groups;
}

function settleGroup<C extends Claim, T extends Candidate>(group: Group<C, T>): readonly Pair<C, T>[] {
  const claims = [...group.claims];
  const transfers = [...group.transfers];
  if (claims.length === transfers.length && claims.every(({ ready }) => ready)) {
    const even = bySize(claims, transfers);
    if (even.length === claims.length) return even; // all the money is here for all of them
  }
  const isEnough = transfers.length <= claims.length || isOneAmount(transfers);
  return areAlike(claims) && isEnough ? oldestFirst(claims, transfers) : [];
}

/** The smallest transfer to the claim that needs least, and so on. */
function bySize<C extends Claim, T extends Candidate>(
  claims: readonly C[],
  transfers: readonly T[],
): readonly Pair<C, T>[] {
  const sorted = transfers.toSorted((a, b) => compare(a.amount, b.amount));
  return claims
    .toSorted((a, b) => compare(a.floor, b.floor))
    .flatMap((claim, index) => {
      const transfer = sorted[index];
      return transfer && fits(claim, transfer) ? [{ claim, transfer }] : [];
    });
}

/** Each transfer to the oldest claim that it pays in full, else to the one that it falls short of least. */
function oldestFirst<C extends Claim, T extends Candidate>(
  claims: readonly C[],
  transfers: readonly T[],
): readonly Pair<C, T>[] {
  const waiting = claims.filter(({ ready }) => ready).toSorted((a, b) => a.seenFrom - b.seenFrom);
  return transfers
    .toSorted((a, b) => a.at - b.at)
    .flatMap((transfer) => {
      const able = waiting.filter((claim) => fits(claim, transfer));
      const [nearest] = able.toSorted((a, b) => compare(a.floor, b.floor));
      const claim = able.find(({ floor }) => floor <= transfer.amount) ?? nearest;
      if (!claim) return [];
      waiting.splice(waiting.indexOf(claim), 1);
      return [{ claim, transfer }];
    });
}

const ROUNDING = 2n; // credits of the same price differ by what was rounded

function areAlike(claims: readonly Claim[]): boolean {
  const [first] = claims;
  return claims.every(({ owner, credit }) => {
    const apart = credit - (first?.credit ?? credit);
    return owner === first?.owner && apart <= ROUNDING && apart >= -ROUNDING;
  });
}

function isOneAmount(transfers: readonly Candidate[]): boolean {
  return transfers.every(({ amount }) => amount === transfers[0]?.amount);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}
