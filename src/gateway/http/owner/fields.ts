import type { Request } from "express";

/** A field of a form; undefined when it is missing or there more than once. */
export function fieldOf(request: Request, name: string): string | undefined {
  const value = (request.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === "string" ? value : undefined;
}

/** An amount as typed, with a point for the decimal sign: "12,50" is "12.50". What may be meant otherwise ("1,250", "1,250.00") is left alone. */
export function amountOf(request: Request, name: string): string | undefined {
  const typed = fieldOf(request, name)?.trim();
  return typed === undefined || typed.includes(".")
    ? typed
    : typed.replace(/^(\d*),(\d{1,2}|\d{4,})$/, "$1.$2");
}

/** The values of a field that may be there more than once. */
export function fieldsOf(request: Request, name: string): readonly string[] {
  const value = (request.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return [value].flat().filter((one): one is string => typeof one === "string");
}
