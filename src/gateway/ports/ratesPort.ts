import type { Instant } from "../../values/time.ts";

export type Rates = Readonly<{
  rate(base: string, quote: string): Promise<Readonly<{ price: string; source: string; at: Instant }>>;
}>;
