import { timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { findSignedIn, type SignedIn } from "../../usecases/access/owner.ts";
import type { Gateway, GatewaySettings } from "../../ports/ports.ts";
import { HttpError } from "../errors.ts";
import type { SessionCookie } from "./cookie.ts";
import { knownBrowsers, type KnownBrowsers } from "./knownBrowser.ts";
import { SIGN_IN_PATH } from "./paths.ts";

/** What the owner's pages need of the gateway. */
export type AuthDeps = Pick<Gateway, "persistence" | "clock" | "random" | "log"> &
  Readonly<{ settings: Pick<GatewaySettings, "sandbox">; secrets: Pick<Gateway["secrets"], "mark"> }>;

/** The session guard of the owner's pages. */
export type SessionGuard = Readonly<{
  cookie: SessionCookie;
  known: KnownBrowsers;
  /** Admits signed-in visitors; others sign in first and come back. */
  signedIn: RequestHandler;
  /** For every form: lets it pass when it was sent from a page of ours. */
  ownForm: RequestHandler;
  /** For forms behind `signedIn`: lets it pass when it was made for this very session. */
  sessionForm: RequestHandler;
}>;

/** The door of a site that has a safe cookie. */
export function createSessionGuard(
  gateway: AuthDeps,
  publicUrl: string,
  cookie: SessionCookie,
): SessionGuard {
  const { origin } = new URL(publicUrl);
  return {
    cookie,
    known: knownBrowsers(gateway, publicUrl),
    async signedIn(request, response, next) {
      const token = cookie.read(request);
      const found = token === undefined ? undefined : await findSignedIn(gateway, token);
      if (!found) return response.redirect(303, `${SIGN_IN_PATH}?to=${encodeURIComponent(backTo(request))}`);
      cookie.give(response, found.token); // 30 days from this visit on
      response.locals["owner"] = found;
      next();
    },
    ownForm(request, _response, next) {
      if (request.get("origin") === origin) return next();
      throw new HttpError(
        403,
        "foreign-form",
        `This form must be sent from a page at ${origin}. Open ${publicUrl}/owner and try again.`,
      );
    },
    sessionForm(request, response, next) {
      if (isEqual(fieldOf(request, "formToken") ?? "", ownerOf(response).formToken)) return next();
      throw new HttpError(
        403,
        "stale-form",
        "This form is from before you signed in. Go back, load the page again, and repeat.",
      );
    },
  };
}

/** The signed-in owner, on the pages behind `signedIn`. */
export function ownerOf(response: Response): SignedIn {
  return response.locals["owner"] as SignedIn; // written above, and nowhere else
}

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

/** A form that was sent after its session had ended cannot be sent again automatically: its page is shown. */
function backTo(request: Request): string {
  if (request.method === "GET" || request.path.startsWith("/api-keys/")) return request.originalUrl;
  return "/owner";
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
