import { ConflictError } from "../../../database/driver.ts";
import type { Gateway } from "../gateway.ts";

/** Logs a payment that could not be written. Another write of the same moment is no fault: the payment is tried again. */
export function logNotCredited(
  { log }: Pick<Gateway, "log">,
  event: "bitcoin.output_not_credited" | "evm.arrival_not_credited",
  data: Readonly<Record<string, unknown>>,
): void {
  if (data["error"] instanceof ConflictError) log.info(event, data);
  else log.error(event, data);
}
