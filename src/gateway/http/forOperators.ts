import { ERRORS, GatewayError, type ErrorCode } from "../errors.ts";

const OF_THE_STORE: ReadonlySet<ErrorCode> = new Set([
  "method_not_available",
  "policy_not_allowed",
  "service_refused",
]);

/** True for an error that payers can do nothing about: its message names settings, services or chains, and is for the log and the API. */
export function isForOperators(error: unknown): boolean {
  return error instanceof GatewayError && (ERRORS[error.code].status >= 500 || OF_THE_STORE.has(error.code));
}
