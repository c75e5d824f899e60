import type { Chance } from "./chance.ts";

/** The process is gone: nothing that it was doing goes on. */
export class Crash extends Error {
  override name = "Crash";
}

/**
 * The life of one process: it ends at a call to the outside that is agreed upon beforehand, before the call has an effect or
 * after. From then on every call fails, so that whatever was under way comes to nothing.
 */
export type Life = Readonly<{
  isOver(): boolean;
  /** Ends at the `calls`-th call from now. */
  endAfter(calls: number, isAfterEffect: boolean): void;
  end(): void;
  /** The part of the outside, as this process reaches it. */
  reach<T extends object>(part: T): T;
}>;

/** Calls that only look into memory of our own. */
const IMMEDIATE: ReadonlySet<PropertyKey> = new Set(["listKind", "standing", "doubt", "noteAcknowledged"]);

/** With `turns` above zero, every call takes a random number of turns, so that what runs side by side mixes. */
export function createLife(chance: Chance, turns = 0): Life {
  let isOver = false;
  let left = Infinity;
  let isAfterEffect = false;
  const call = async (work: () => unknown): Promise<unknown> => {
    for (let turn = turns > 0 ? chance.below(turns) : 0; turn > 0; turn--) await Promise.resolve();
    if (isOver) throw new Crash("The process has ended.");
    const isLast = --left <= 0;
    if (isLast) isOver = true;
    if (isLast && !isAfterEffect) throw new Crash("The process ends before this call.");
    const result = await work();
    if (isOver) throw new Crash("The process ends after this call.");
    return result;
  };
  return {
    isOver: () => isOver,
    endAfter(calls, after) {
      left = calls;
      isAfterEffect = after;
    },
    end: () => void (isOver = true),
    reach: (part) => reached(part, call) as typeof part,
  };
}

type Method = (...args: readonly unknown[]) => unknown;
type Call = (work: () => unknown) => Promise<unknown>;

/** The same part, each of its methods a call. */
function reached(part: object, call: Call): object {
  if (typeof part === "function")
    return (...args: readonly unknown[]) => call(() => (part as Method)(...args));
  if (part instanceof Map) return new Map([...part].map(([key, value]) => [key, reached(value as object, call)])); // prettier-ignore
  const methods = Object.entries(part).map(([name, value]: [string, unknown]) => {
    if (typeof value !== "function" || IMMEDIATE.has(name)) return [name, value] as const;
    return [name, (...args: readonly unknown[]) => call(() => (value as Method)(...args))] as const;
  });
  return Object.fromEntries(methods);
}
