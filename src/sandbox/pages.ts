import { Eta } from "eta";
import type { Response } from "express";
import { packageFile } from "../runtime/packageFile.ts";

const VIEWS = packageFile("views");
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PAYING_PAGE = /^\/(i|pos\/[A-Za-z0-9]{10,64}\/sales)\/[A-Za-z0-9]{10,64}(?:\?on=[A-Z0-9-]{1,40})?$/;

const eta = new Eta({ views: VIEWS, cache: true, autoEscape: true });

/** Answers with views/sandbox/<name>.eta inside the layout of all pages. Without `more` to its policy a page has no scripts at all. */
export function sendPage(
  response: Response,
  status: number,
  name: string,
  data: Readonly<Record<string, unknown>>,
  more?: string,
): void {
  const html = eta.render(`/sandbox/${name}`, { ...data, assetUrl });
  response
    .status(status)
    .set({ "content-security-policy": more ? `${POLICY}; ${more}` : POLICY, "cache-control": "no-store" })
    .type("html")
    .send(html);
}

/** The checkout page, or the sale at a counter, that a visitor came from, when `back` names one of ours; undefined for everything else. */
export function backPath(fields: Readonly<Record<string, unknown>>): string | undefined {
  const { back } = fields;
  return typeof back === "string" && PAYING_PAGE.test(back) ? back : undefined;
}

/** A path with `back`, when there is one, so that the way back survives the next click. */
export function keepingBack(path: string, back: string | undefined): string {
  return back ? `${path}?${new URLSearchParams({ back }).toString()}` : path;
}

function assetUrl(name: string): string {
  return `/assets/${name}`; // without its content hash, which only the HTTP layer has: revalidated at each visit
}
