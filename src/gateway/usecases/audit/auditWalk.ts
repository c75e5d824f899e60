import type { Violation } from "../../domain/invariants/record.ts";

/** A part of an audit: it goes through rows of one kind in the order of a key. */
export type Walk = Readonly<{
  name: string; // kept with how far it has come and what it found
  /** Checks what comes after a key; "" is the beginning. A step reads some rows, so that a server answers others in between. */
  from(after: string): AsyncIterable<Step>;
}>;

export type Step = Readonly<{
  /** Everything up to this key is checked. Undefined while what comes next has only been read in part. */
  upto: string | undefined;
  seen?: number;
  older?: number; // of them, issued by a version that kept no decisions
  found: readonly Violation[];
  /** Where to look for what was found, when that is not simply these keys of this walk. */
  place?: Place;
}>;

/** The keys of a walk after one of them, up to and with another. */
export type Place = Readonly<{ walk: string; after: string; upto: string }>;

/** Comes after every key: they are ASCII. */
export const LAST_KEY = "\u{ffff}";

/** Checks a place once more. Nothing is given between steps but the steps. */
export async function* stepsIn(walk: Walk, { after, upto }: Place): AsyncGenerator<Step> {
  for await (const step of walk.from(after)) {
    yield step;
    if (step.upto !== undefined && step.upto >= upto) return;
  }
}

/** Walks over pages: `check` gives what a page breaks. */
export async function* inPages<T>(
  after: string,
  read: (after: string) => Promise<readonly T[]>,
  keyOf: (item: T) => string,
  check: (page: readonly T[], after: string) => Promise<Omit<Step, "upto">>,
): AsyncGenerator<Step> {
  for (;;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    const checked = await check(page, after);
    after = keyOf(last);
    yield { seen: page.length, ...checked, upto: after };
  }
}

/** What is broken in the same way a second time. Rows of several kinds are read one after the other, and a write may come between. */
export async function confirmedViolations(
  broken: readonly Violation[],
  again: () => Promise<readonly Violation[]>,
): Promise<readonly Violation[]> {
  if (broken.length === 0) return [];
  const second = await again();
  return broken.filter((one) => second.some((other) => isSame(one, other)));
}

/** True for the same violation of the same subject. */
export function isSame(a: Violation, b: Violation): boolean {
  return a.id === b.id && a.subject === b.subject && a.message === b.message;
}
