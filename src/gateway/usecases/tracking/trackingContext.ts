import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "../crediting/creditingContext.ts";

/** What following chains and polling requests works with: it credits what it finds. */
export type TrackingContext = CreditingContext &
  Pick<Gateway, "hidden" | "hints" | "addressHints" | "requestPolls">;
