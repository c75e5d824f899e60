import type { Instant } from "../../../values/time.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { createRefusals, type Refusals } from "./refusals.ts";

/** What this process remembers about pricing. */
export type PricingState = Readonly<{
  refusals: Refusals;
  /** Choices of a method that are being priced now, by invoice and method. */
  choosing: Map<string, Promise<Invoice>>;
  /** Addresses that this process is about to lease, and until when: parallel invoices must not all pick the same one. */
  reserved: Map<string, Instant>;
}>;

/** The state of a process that has priced nothing. */
export function createPricingState(): PricingState {
  return { refusals: createRefusals(), choosing: new Map(), reserved: new Map() };
}
