import type { Request, Response } from "express";
import { securityHeaders } from "./pages.ts";

/** How a page stands in a frame of a shop's page, by its query. */
export type Frame = Readonly<{
  /** Whom its messages are for: the origin of the shop's page, or "*" where the shop's script does not say. */
  parent: string;
  /** True after a step that the payer took inside the frame: the shop's page knows that the frame is there. */
  again: boolean;
  animated: boolean;
}>;

/**
 * The frame that a request is for (`?view=modal`, merchant API (c)), or undefined for a page by itself. An `origin` that is
 * none, such as "null", is no frame either: nobody could be told anything.
 */
export function frameOf({ query }: Request): Frame | undefined {
  if (query["view"] !== "modal") return undefined;
  const { origin = "*" } = query;
  if (typeof origin !== "string" || (origin !== "*" && !isOrigin(origin))) return undefined;
  const again = "again" in query;
  return { parent: origin, again, animated: !again && query["animateEntrance"] !== "false" };
}

/** An address of ours, as it is in the same frame. Without a frame it stays as it is. */
export function inFrame(url: string, frame: Frame | undefined): string {
  if (!frame) return url;
  const { parent } = frame;
  const query = new URLSearchParams({ view: "modal", ...(parent === "*" ? {} : { origin: parent }) });
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/** Sets the headers of an HTML answer, as securityHeaders makes them; whom a frame is for may show it. */
export function setPageHeaders(response: Response, nonce: string, frame: Frame | undefined): void {
  response.set(securityHeaders(nonce, { frameable: frame !== undefined }));
  if (frame) response.removeHeader("X-Frame-Options"); // older than frame-ancestors, and has no word for "anybody"
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
