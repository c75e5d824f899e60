import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Eta } from "eta";
import { Router } from "express";
import { directionOf, type Language } from "../../languages/languages.ts";
import { markupOf } from "../../languages/markup.ts";
import { merchantMarkup, merchantWords } from "../../languages/merchantWords.ts";
import { scriptTexts } from "../../languages/scriptTexts.ts";
import { wordsOf } from "../../languages/translate.ts";
import { memoize } from "../../runtime/memoize.ts";
import { packageFile } from "../../runtime/packageFile.ts";

const VIEWS = packageFile("views");
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

type Asset = Readonly<{ body: Buffer; hash: string; contentType: string }>;

const eta = new Eta({ views: VIEWS, cache: true, autoEscape: true });
eta.resolvePath = (name) => `${VIEWS}/${name}.eta`; // Eta's own is slow: it allows for names beside the template that includes another
const assets = readAssets(path.join(VIEWS, "assets"));

/**
 * Renders views/<name>.eta. `<%= %>` escapes. In every template `it.assetUrl` is at hand, and of the language that `data` names
 * (English else) `it.t` for its words, `it.html` for those with markup, `it.tr` and `it.trHtml` for the merchant's, `it.scriptTexts` and `it.direction`.
 * A page that uses layout.eta passes `nonce`, the one given to securityHeaders for the same answer.
 */
export function renderPage(name: string, data: Readonly<Record<string, unknown>>): string {
  const { language = "en" } = data as Readonly<{ language?: Language }>; // the language of a page's data
  const speech = {
    t: wordsOf(language),
    html: markupOf(language),
    direction: directionOf(language),
    tr: merchantWords(language),
    trHtml: merchantMarkup(language),
    scriptTexts: () => scriptTexts(language),
  };
  const ofLayout = { body: "", __blocks: {} };
  return eta.render(name, { assetUrl, ...ofLayout, ...speech, ...data, language });
}

/**
 * What a page may do beyond the others: send its form to another origin, send its origin as the referrer of
 * a form, be framed by any page, or register the worker that shows notifications (views/assets/push.js).
 */
export type Loosened = Readonly<{
  formAction?: string;
  referrer?: "strict-origin";
  frameable?: boolean;
  hasWorker?: boolean;
}>;

/**
 * The headers of every HTML answer. `nonce` is fresh random text per answer. Scripts run only with the
 * nonce, styles only from our own files, nothing is loaded from elsewhere, a page that is not frameable
 * cannot be framed, and HTML is made from text only by the one policy named crosstill
 * (views/assets/checkout.js).
 */
export function securityHeaders(
  nonce: string,
  { formAction = "'self'", referrer, frameable = false, hasWorker = false }: Loosened = {},
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    `form-action ${formAction}`, // choosing a payment method is a plain form, so that it works without scripts
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${frameable ? "*" : "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types crosstill${hasWorker ? " crosstill-worker" : ""}`,
    ...(hasWorker ? ["worker-src 'self'"] : []),
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Strict-Transport-Security": "max-age=63072000; includeSubDomains", // browsers ignore it over plain http
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": referrer ?? "no-referrer", // an invoice link is a secret of payer and merchant
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": frameable ? "cross-origin" : "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), clipboard-write=(self)",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
  };
}

/** The address of a file in views/assets, with its content hash, so that it may be cached for ever. Throws for an unknown name. */
export function assetUrl(name: string): string {
  const asset = assets.get(name);
  if (!asset) throw new Error(`Expected the name of a file in views/assets, got "${name}".`);
  return `/assets/${name}?v=${asset.hash}`;
}

/** The text of a file in views/assets. Throws for an unknown name. */
export function assetText(name: string): Buffer {
  const asset = assets.get(name);
  if (!asset) throw new Error(`Expected the name of a file in views/assets, got "${name}".`);
  return asset.body;
}

/** Serves GET /assets/<name> for the files that were in views/assets at start, from memory, and nothing else. */
export function assetRoutes(): Router {
  const router = Router();
  router.get("/assets/:name", (request, response, next) => {
    const asset = assets.get(request.params.name);
    if (!asset) return next();
    const current = request.query["v"] === asset.hash;
    response.set({
      "Content-Type": asset.contentType,
      "Cache-Control": current ? "public, max-age=31536000, immutable" : "no-cache",
      ETag: `"${asset.hash}"`,
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
      Vary: "Accept-Encoding",
    });
    if (!PACKABLE.test(asset.contentType) || !request.acceptsEncodings("br"))
      return response.send(asset.body);
    response.set("Content-Encoding", "br").send(packed(asset.body));
  });
  return router;
}

const PACKABLE = /^text\//; // fonts and pictures are packed already

/** A file in brotli at its best, made at the first request: a fifth smaller than what is packed anew for each answer. */
const packed = memoize((body: Buffer) => brotliCompressSync(body));

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const names = fs.readdirSync(folder).filter((name) => path.extname(name) in CONTENT_TYPES);
  const read = (name: string) => assetOf(name, fs.readFileSync(path.join(folder, name)));
  const fonts = new Map(names.filter((name) => name.endsWith(".woff2")).map((name) => [name, read(name)]));
  return new Map(
    names.map((name) => [name, name.endsWith(".css") ? withFonts(read(name), fonts) : read(name)]),
  );
}

/** A stylesheet that asks for fonts under the hash of their content, so that a browser keeps them for ever. */
function withFonts(sheet: Asset, fonts: ReadonlyMap<string, Asset>): Asset {
  const css = sheet.body.toString();
  const named = css.replace(/url\("([\w.-]+\.woff2)"\)/g, (_, name: string) => {
    const font = fonts.get(name);
    if (!font) throw new Error(`Expected the name of a font in views/assets, got "${name}".`);
    return `url("${name}?v=${font.hash}")`;
  });
  return named === css ? sheet : assetOf("x.css", Buffer.from(named));
}

function assetOf(name: string, body: Buffer): Asset {
  return {
    body,
    hash: createHash("sha256").update(body).digest("hex").slice(0, 12),
    contentType: CONTENT_TYPES[path.extname(name)] ?? "application/octet-stream",
  };
}
