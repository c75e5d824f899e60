import type { Request } from "express";
import { priceDecimals } from "../../../values/currency.ts";
import { typedAmount } from "../../../values/typedAmount.ts";

/** A field of a form; undefined when it is missing or there more than once. */
export function fieldOf(request: Request, name: string): string | undefined {
  const value = (request.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === "string" ? value : undefined;
}

/** An amount in a currency as typed, as its decimal string (typedAmount.ts). */
export function amountOf(request: Request, name: string, currency?: string): string | undefined {
  const [typed, code] = [fieldOf(request, name), currency ?? fieldOf(request, "currency") ?? ""];
  return typed === undefined ? undefined : typedAmount(typed, priceDecimals(code.toUpperCase()));
}

/** The values of a field that may be there more than once. */
export function fieldsOf(request: Request, name: string): readonly string[] {
  const value = (request.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return [value].flat().filter((one): one is string => typeof one === "string");
}
