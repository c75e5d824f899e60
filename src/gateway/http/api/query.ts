import type { Request } from "express";
import type { InvoiceFilter } from "../../ports/persistencePort.ts";
import { INVOICE_STATES } from "../../domain/invoices/invoice.ts";
import { SECOND_MS } from "../../../values/time.ts";
import { ValidationError } from "../errors.ts";

const LARGEST_PAGE = 1000;
const LONGEST_WORD = 200;

/** Which invoices a list asks for (merchant API, list filters). Throws ValidationError. */
export function readFilter(request: Request): InvoiceFilter {
  const orderIds = [...texts(request, "orderId"), ...texts(request, "orderId[]")];
  const states = wordsAmong(request, "status", INVOICE_STATES);
  const [startDate] = texts(request, "startDate");
  const [endDate] = texts(request, "endDate");
  const [word] = texts(request, "textSearch");
  if (
    startDate !== undefined &&
    endDate !== undefined &&
    whole("startDate", startDate) > whole("endDate", endDate)
  ) {
    const message = `Expected a start before the end, got ${startDate} and ${endDate}.`;
    throw new ValidationError([{ path: "startDate", message, code: "invalid" }]);
  }
  return {
    ...(orderIds.length > 0 ? { orderIds } : {}),
    ...(states.length > 0 ? { states } : {}),
    ...(startDate === undefined ? {} : { createdFrom: whole("startDate", startDate) * SECOND_MS }),
    ...(endDate === undefined ? {} : { createdUntil: whole("endDate", endDate) * SECOND_MS + SECOND_MS - 1 }),
    ...(word === undefined ? {} : { word: word.trim().slice(0, LONGEST_WORD) }),
    ...(readFlag(request, "includeArchived", false) ? { withArchived: true } : {}),
    ...readPage(request),
  };
}

/**
 * How many items of a list to skip, and how many to return: by default a full page. Throws ValidationError.
 */
export function readPage(request: Request): Readonly<{ skip: number; limit: number }> {
  const [skip = "0"] = texts(request, "skip");
  const [limit] = texts(request, "limit");
  const [take = String(LARGEST_PAGE)] = texts(request, "take");
  const wanted = limit === undefined ? whole("take", take) : whole("limit", limit);
  return { skip: whole("skip", skip), limit: Math.min(wanted, LARGEST_PAGE) };
}

/** The values of a query parameter, which may be repeated. */
export function texts(request: Request, name: string): readonly string[] {
  const value = request.query[name];
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === "string" && item !== "").slice(0, 100);
}

/**
 * A flag in the query, or in a body that came with the GET, as some clients send it: true and false,
 * case-insensitive; any other value counts as absent.
 */
export function readFlag(request: Request, name: string, otherwise: boolean): boolean {
  const body = request.body as Readonly<Record<string, unknown>> | null | undefined; // any JSON
  const word = String(texts(request, name)[0] ?? body?.[name]).toLowerCase();
  return word === "true" || (word !== "false" && otherwise);
}

/**
 * The values of a parameter that names things of a fixed list, in any letters. Throws ValidationError for another: a filter that
 * matches nothing looks like an answer.
 */
export function wordsAmong<Word extends string>(
  request: Request,
  name: string,
  known: readonly Word[],
): readonly Word[] {
  return texts(request, name).map((word) => {
    const found = known.find((one) => one.toLowerCase() === word.toLowerCase());
    if (found !== undefined) return found;
    const message = `Expected one of ${known.join(", ")}; got "${word.slice(0, 40)}".`;
    throw new ValidationError([{ path: name, message, code: "invalid" }]);
  });
}

/** A whole number, as text; throws ValidationError. */
export function whole(path: string, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const message = `Expected a whole number, got "${text.slice(0, 40)}".`;
  throw new ValidationError([{ path, message, code: "invalid" }]);
}

/** A parameter of the path; "" when there is none of that name. */
export function param(request: Request, name: string): string {
  const value = request.params[name];
  return typeof value === "string" ? value : "";
}
