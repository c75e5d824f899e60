import { Eta } from "eta";
import type { Request, Response } from "express";
import { scriptTexts } from "../languages/scriptTexts.ts";
import { wordsOf } from "../languages/translate.ts";
import { packageFile } from "../runtime/packageFile.ts";

const VIEWS = packageFile("views");
const COPY_BUTTONS = "checkout.js"; // with its one policy for making HTML, which these pages do not need

const eta = new Eta({ views: VIEWS, cache: true, autoEscape: true });

/**
 * Answers with views/<name>.eta inside the layout of all pages. A page has no scripts unless it gets a `nonce` (fresh random
 * text), with which its copy buttons work. Under `referrer` "same-origin" browsers tell the origin of its forms.
 */
export function sendPage(
  response: Response,
  status: number,
  name: string,
  {
    nonce,
    referrer = "no-referrer",
    ...data
  }: Readonly<Record<string, unknown>> &
    Readonly<{ nonce?: string; referrer?: "no-referrer" | "same-origin" }>,
): void {
  const scripts = nonce === undefined ? [] : [COPY_BUTTONS];
  response
    .status(status)
    .set({
      "Content-Security-Policy": policy(nonce),
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": referrer,
      "Cache-Control": "no-store",
    })
    .type("html")
    .send(
      eta.render(`/${name}`, {
        ...data,
        nonce,
        scripts,
        assetUrl,
        t: wordsOf("en"),
        scriptTexts: () => scriptTexts("en"),
      }),
    );
}

/** True for a browser that shows a page; programs that take anything get JSON. */
export function wantsPage(request: Request): boolean {
  return request.method === "GET" && request.accepts(["json", "html"]) === "html";
}

function policy(nonce: string | undefined): string {
  const scripts = `script-src 'nonce-${nonce}'; require-trusted-types-for 'script'; trusted-types crosstill; `;
  return `default-src 'none'; ${nonce === undefined ? "" : scripts}style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

function assetUrl(name: string): string {
  return `/assets/${name}`; // without its content hash, which only the HTTP layer has: revalidated at each visit
}
