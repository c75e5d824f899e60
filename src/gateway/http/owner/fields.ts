import type { Request } from "express";

/** A field of a form; undefined when it is missing or there more than once. */
export function fieldOf(request: Request, name: string): string | undefined {
  const value = (request.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === "string" ? value : undefined;
}

/** The values of a field that may be there more than once. */
export function fieldsOf(request: Request, name: string): readonly string[] {
  const value = (request.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return [value].flat().filter((one): one is string => typeof one === "string");
}
