import { createHash } from "node:crypto";
import fs from "node:fs";
import { renderPage } from "../pages.ts";
import { packageFile } from "../../../runtime/packageFile.ts";

/** A part of the page. It is to be small, so it comes without its indents and comments. */
function read(name: string): string {
  const text = fs.readFileSync(packageFile(`views/verify/${name}`), "utf8");
  return text.replace(/^ +/gm, "").replace(/^(\/\/|\/\*\*).*\n/gm, "");
}

export type VerifyPage = Readonly<{ html: string; policy: string }>;

/**
 * The verifier as one file that works offline and makes no requests, and its content security policy: only
 * its own script may run, by its hash, and nothing may be fetched or sent. `publicKey` is filled in.
 */
export function verifyPage(publicKey: string, host: string): VerifyPage {
  const exported = /^export /gm; // what a test imports is a plain function in the page
  const script = `\n${read("ed25519.js").replace(exported, "")}\n${read("verify.js")}`;
  const style = `\n${read("verify.css")}`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:", // its empty icon, or the browser would ask for one
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return { html: renderPage("verify/page", { publicKey, host, script, style, policy }), policy };
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
