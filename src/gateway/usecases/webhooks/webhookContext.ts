import type { Gateway } from "../gateway.ts";

/** What delivering webhooks works with. */
export type WebhookContext = Pick<
  Gateway,
  "clock" | "random" | "log" | "persistence" | "webhooks" | "secrets"
>;
