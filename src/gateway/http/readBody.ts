import { toUSVString } from "node:util";
import { json, urlencoded, type RequestHandler } from "express";
import { HttpError, ValidationError } from "./errors.ts";

/**
 * The one place where the gateway reads bodies, and rejects what is valid in no field. Both throw ValidationError, and
 * HttpError where the client was gone before its body was read.
 * Half a character (a lone surrogate, as programs make that cut a text within an emoji) becomes U+FFFD: no address and no database
 * can have it, and an order is not refused for it.
 */

const DEEPEST = 50; // levels; metadata may have fewer (api/invoiceRequest.ts)

/** Reads a JSON body in UTF-8 of at most that size: without NUL characters, too many levels, and numbers that would be read as zero. */
export function readJson(limit: string): readonly RequestHandler[] {
  const verify = (_request: unknown, _response: unknown, body: Buffer, charset: string) => {
    if (charset !== "utf-8") throw invalidBody("", "Expected a body in UTF-8.");
    refuseVanishing(body.toString());
  };
  return [json({ limit, verify }), refuseUnread, rejectInvalidBody];
}

/** Reads a form of at most that size, without NUL characters. */
export function readForm(limit: string, parameterLimit = 100): readonly RequestHandler[] {
  return [urlencoded({ extended: false, limit, parameterLimit }), refuseUnread, rejectInvalidBody];
}

/**
 * Express skips the body when the client has hung up before it was read. The answer is lost anyway, but the
 * call must not run without its body.
 */
const refuseUnread: RequestHandler = (request, _response, next) => {
  if (request.body === undefined && !request.socket.readable)
    throw new HttpError(400, "request-aborted", "The connection ended before the body was read.");
  next();
};

const rejectInvalidBody: RequestHandler = (request, _response, next) => {
  const body = request.body as unknown;
  if (typeof body === "object" && body !== null) rejectInvalidParts(body);
  next();
};

/** Walks without recursion: it is what comes too deep that has to be refused. */
function rejectInvalidParts(body: object): void {
  const waiting: (readonly [part: object, path: string, level: number])[] = [[body, "", 1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [part, path, level] = next;
    if (level > DEEPEST) throw invalidBody(path, `Expected at most ${DEEPEST} levels of nesting.`);
    for (const [name, value] of Object.entries(part) as [string, unknown][]) {
      const place = level === 1 ? nameOf(name) : path; // of a field: what is deeper may be anything
      if (hasNul(name) || (typeof value === "string" && hasNul(value)))
        throw invalidBody(
          place,
          "Expected text without NUL characters (\\u0000): the database cannot keep them.",
        );
      const whole = typeof value === "string" ? toUSVString(value) : value;
      if (whole !== value) Object.assign(part, { [name]: whole });
      if (typeof value === "object" && value !== null) waiting.push([value, place, level + 1]);
    }
  }
}

/** "metadata" as the API's clients call it: Metadata. */
function nameOf(field: string): string {
  const name = field.replaceAll("\0", "").slice(0, 64);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function hasNul(text: string): boolean {
  return text.includes("\0");
}

const MAY_VANISH = /e-\d{2}|0{200}/i; // 1e-324 and below are read as 0, and a price of 0 is paid at once
// A text that does not end goes to the end of the body: where it were no match, every quote in it would be tried again.
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.?)*(?:"|$)|(-?[\d.]+(?:e[+-]?\d+)?)/gis;

function refuseVanishing(body: string): void {
  if (!MAY_VANISH.test(body)) return;
  for (const [, number] of body.matchAll(TEXT_OR_NUMBER))
    if (number !== undefined && Number(number) === 0 && /[1-9]/.test(number.split(/e/i, 1)[0] ?? ""))
      throw invalidBody(
        "",
        `Expected numbers that are 0 or can be told from it; got ${number.slice(0, 40)}.`,
      );
}

function invalidBody(path: string, message: string): ValidationError {
  return new ValidationError([{ path, message, code: "invalid" }]);
}
