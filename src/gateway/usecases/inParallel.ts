import { eachItem } from "./eachItem.ts";
import type { Gateway } from "./gateway.ts";

const AT_ONCE = 10; // calls to one host

/** Does the same for every item, a few at a time, in their order; one bad item is logged and never stops the rest. */
export async function inParallel<T>(
  gateway: Pick<Gateway, "log">,
  what: string,
  items: Iterable<T>,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const shared = items[Symbol.iterator]();
  const rest = { [Symbol.iterator]: () => ({ next: () => shared.next() }) };
  await Promise.all(Array.from({ length: AT_ONCE }, () => eachItem(gateway, what, rest, act)));
}
