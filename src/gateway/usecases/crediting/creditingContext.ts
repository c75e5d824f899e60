import type { Gateway } from "../gateway.ts";

/** What crediting deposits and settlements works with. */
export type CreditingContext = Pick<
  Gateway,
  | "clock"
  | "random"
  | "log"
  | "persistence"
  | "service"
  | "explorer"
  | "arrivals"
  | "finality"
  | "transfers"
  | "rates"
  | "signer"
  | "budgets"
  | "viewers"
  | "sensors"
  | "settings"
  | "heights"
  | "missing"
  | "awaiting"
  | "seenSettlements"
>;
