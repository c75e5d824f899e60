import { PAYOUT_ERRORS } from "../domain/payouts/pullPayment.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import { HTTP_ERRORS, type HttpErrorCode } from "./httpErrors.ts";

type Spelled<Code extends string> = Code extends `${infer First}_${infer Rest}`
  ? `${First}-${Spelled<Rest>}`
  : Code;

/** A code as the merchant API writes it. */
export type ApiErrorCode = HttpErrorCode | Spelled<ErrorCode> | keyof typeof PAYOUT_ERRORS;

export type ErrorRow = Readonly<{ code: ApiErrorCode; status: number; meaning: string; remedy: string }>;

/** Every error of the merchant API by heading, each list sorted by code. The page /docs and docs/reference/errors.md are made from it. */
export const ERROR_TABLE: Readonly<Record<string, readonly ErrorRow[]>> = {
  "Requests and access": rowsOf(HTTP_ERRORS),
  "Invoices, stores and everything else": rowsOf(ERRORS),
  "Pull payments and payouts": rowsOf(
    Object.fromEntries(
      Object.entries(PAYOUT_ERRORS).map(([code, error]) => [code, { status: 400, ...error }]),
    ),
  ),
};

/** The statuses that a code comes with: one, or for a code of two tables up to two. */
export function statusesOf(code: ApiErrorCode): readonly number[] {
  const rows = Object.values(ERROR_TABLE).flat();
  return [...new Set(rows.filter((row) => row.code === code).map(({ status }) => status))];
}

function rowsOf(errors: Readonly<Record<string, Omit<ErrorRow, "code">>>): readonly ErrorRow[] {
  const rows = Object.entries(errors).map(([code, error]) => ({
    code: code.replaceAll("_", "-") as ApiErrorCode, // the tables' keys
    ...error,
  }));
  return rows.toSorted((one, other) => (one.code < other.code ? -1 : 1));
}
