import type { Instant } from "./time.ts";

/** What money was worth in a currency, by the rate of a moment, and who said so. Decimals as text. */
export type Worth = Readonly<{ currency: string; value: string; rate: string; source: string; at: Instant }>;
