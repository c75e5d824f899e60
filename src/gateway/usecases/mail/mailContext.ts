import type { Gateway } from "../gateway.ts";

/** What sending e-mail works with. */
export type MailContext = Pick<Gateway, "clock" | "random" | "log" | "persistence" | "mailer" | "issuing">;
