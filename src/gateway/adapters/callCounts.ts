/** Counts outgoing calls, so that the demo can show how many calls a payment costs. */
export type CallCounts = Readonly<{
  count(kind: CallKind): void;
  read(): Readonly<Record<CallKind, number>>;
}>;

export type CallKind = "quotes" | "status" | "explorer";

/** Counters that start at zero. */
export function countCalls(): CallCounts {
  const counts: Record<CallKind, number> = { quotes: 0, status: 0, explorer: 0 };
  return {
    count(kind) {
      counts[kind] += 1;
    },
    read: () => ({ ...counts }),
  };
}
