import type { Instant } from "../../values/time.ts";
import type { UsdPrice } from "./usdPrice.ts";

/** A price as its source gives it; `at` is the source's time, where it gives one. */
export type Tick = Readonly<{ price: UsdPrice; at?: Instant }>;

/** One place that may know prices of now. */
export type Ticker = Readonly<{
  name: string;
  /** Undefined for a coin that this place does not list. Throws a sentence when it could not find out. */
  tick(symbol: string): Promise<Tick | undefined>;
}>;

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Reads a moment of ISO 8601 with its zone. Throws a sentence for anything else. */
export function parseMoment(text: string): Instant {
  const at = ISO_MOMENT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) {
    throw new Error(`Expected a moment such as "2026-11-21T09:30:00Z", got "${text.slice(0, 40)}".`);
  }
  return at;
}
