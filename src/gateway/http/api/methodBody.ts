import { z } from "zod";
import { ValidationError } from "../errors.ts";
import { problemsOf } from "./problems.ts";

/** PUT …/payment-methods/{id}. Further fields of the merchant API are accepted and ignored. */
export const methodBody = z.object({
  enabled: z.boolean().describe("Whether payers are offered it"),
});

/** Whether the method shall be offered. Throws ValidationError. */
export function readEnabled(body: unknown): boolean {
  const parsed = methodBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  return parsed.data.enabled;
}
