import type { Request, Response } from "express";
import { securityHeaders } from "./pages.ts";

/** How a page stands in a frame of a shop's page, by its query. */
export type Frame = Readonly<{
  /**
   * Target of its messages: the origin of the shop's page, or "*" where the shop's script does not give
   * one.
   */
  parent: string;
  /**
   * True after a step that the payer took inside the frame: the shop's page has been notified of the frame.
   */
  again: boolean;
  animated: boolean;
}>;

/**
 * The frame of a request (`?view=modal`, merchant API (c)), or undefined for an unframed page. An invalid
 * `origin`, such as "null", is not a frame either: messages would have no target.
 */
export function frameOf({ query }: Request): Frame | undefined {
  if (query["view"] !== "modal") return undefined;
  const { origin = "*" } = query;
  if (typeof origin !== "string" || (origin !== "*" && !isOrigin(origin))) return undefined;
  const again = "again" in query;
  return { parent: origin, again, animated: !again && query["animateEntrance"] !== "false" };
}

/** One of our addresses within the same frame. Unchanged without a frame. */
export function inFrame(url: string, frame: Frame | undefined): string {
  if (!frame) return url;
  const { parent } = frame;
  const query = new URLSearchParams({ view: "modal", ...(parent === "*" ? {} : { origin: parent }) });
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/** Sets the headers of an HTML answer, as securityHeaders makes them; the frame's parent may embed it. */
export function setPageHeaders(response: Response, nonce: string, frame: Frame | undefined): void {
  response.set(securityHeaders(nonce, { frameable: frame !== undefined }));
  if (frame) response.removeHeader("X-Frame-Options"); // predates frame-ancestors and cannot express "any origin"
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
