import type { Gateway } from "../gateway.ts";

/** What payouts and refunds work with. */
export type PayoutContext = Pick<
  Gateway,
  | "clock"
  | "random"
  | "log"
  | "persistence"
  | "service"
  | "explorer"
  | "arrivals"
  | "departures"
  | "finality"
  | "rates"
  | "budgets"
  | "settings"
>;
