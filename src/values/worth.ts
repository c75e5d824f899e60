import type { Instant } from "./time.ts";

/** The worth of money in a currency, at the rate of a moment, with its source. Decimals as text. */
export type Worth = Readonly<{ currency: string; value: string; rate: string; source: string; at: Instant }>;
