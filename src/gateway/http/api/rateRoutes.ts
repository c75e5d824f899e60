import { Router, type Request } from "express";
import { z } from "zod";
import type { Gateway } from "../../usecases/gateway.ts";
import { rateBetween } from "../../usecases/pricing/rateBetween.ts";
import { rateText } from "../../../values/rate.ts";
import { requirePermission } from "../auth.ts";
import { HttpError, ValidationError, type Problem } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { problemsOf } from "./problems.ts";
import { param, texts } from "./query.ts";

const MOST_PAIRS = 20;

/** The one source of rates: the list in RATES_URLS, which is the operator's and the same for all stores. */
export const RATE_SOURCE = { id: "crosstill", name: "The sources in RATES_URLS of this gateway" } as const;

const CONFIGURATION = {
  spread: "0",
  preferredSource: RATE_SOURCE.id,
  isCustomScript: false,
  effectiveScript: `X_X = ${RATE_SOURCE.id}(X_X);`,
} as const;

/** PUT …/rates/configuration/primary. */
export const rateBody = z.object({
  spread: nullish(z.union([z.string().max(20), z.number()])).describe("In percent; 0 is the only one"),
  preferredSource: nullish(z.string().max(64)),
  isCustomScript: nullish(z.boolean()),
  effectiveScript: nullish(z.string().max(10_000)),
});

/** The rates that price a store's invoices, and how they are set (Greenfield). */
export function rateRoutes(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "rates" | "settings">,
): Router {
  const router = Router();
  const mayView = requirePermission(gateway, "canviewstoresettings");
  const mayModify = requirePermission(gateway, "canmodifystoresettings");
  const base = "/api/v1/stores/:storeId/rates";

  router.get(base, mayView, async (request, response) => {
    response.json(await ratesAsked(gateway, request));
  });

  router.post(`${base}/configuration/preview`, mayModify, async (request, response) => {
    requireAsItStands(request.body);
    response.json(await ratesAsked(gateway, request));
  });

  // Older clients name no source: there was one.
  for (const path of [`${base}/configuration`, `${base}/configuration/:rateSource`]) {
    router.get(path, mayView, (request, response) => {
      requirePrimary(request);
      response.json(CONFIGURATION);
    });

    router.put(path, mayModify, (request, response) => {
      requirePrimary(request);
      requireAsItStands(request.body);
      response.json(CONFIGURATION);
    });
  }
  return router;
}

async function ratesAsked(gateway: Pick<Gateway, "rates">, request: Request) {
  const pairs = [...new Set(texts(request, "currencyPair"))].slice(0, MOST_PAIRS);
  return Promise.all(pairs.map((pair) => rateOf(gateway, pair)));
}

/** One rate, or the reason why there is none: one odd pair must not hide the others. */
async function rateOf(
  { rates }: Pick<Gateway, "rates">,
  currencyPair: string,
): Promise<Readonly<Record<string, unknown>>> {
  const [base = "", quote = ""] = currencyPair.toUpperCase().split("_");
  try {
    const { rate } = await rateBetween(rates, base, quote);
    return { currencyPair: `${base}_${quote}`, errors: [], rate: rateText(rate) };
  } catch (error) {
    return { currencyPair, errors: [error instanceof Error ? error.message : String(error)], rate: null };
  }
}

function requirePrimary(request: Request): void {
  if (["", "primary"].includes(param(request, "rateSource").toLowerCase())) return;
  throw new HttpError(
    404,
    "rate-source-not-found",
    "A store has the rates called primary, and no fallback: RATES_URLS on the server lists several sources.",
  );
}

/** Sending back what was read is a no-op; anything else would have no effect, so it is refused. */
function requireAsItStands(body: unknown): void {
  const parsed = rateBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { spread = 0, preferredSource, isCustomScript = false, effectiveScript } = parsed.data;
  const wrong: readonly (readonly [string, boolean, string])[] = [
    ["Spread", Number(spread) !== 0, "0: RATES_URLS on the server says what rates are, without a spread"],
    [
      "PreferredSource",
      (preferredSource ?? RATE_SOURCE.id) !== RATE_SOURCE.id,
      `"${RATE_SOURCE.id}", which is RATES_URLS on the server`,
    ],
    [
      "IsCustomScript",
      isCustomScript,
      "false: there are no scripts; name sources or fixed rates in RATES_URLS on the server",
    ],
    [
      "EffectiveScript",
      (effectiveScript ?? CONFIGURATION.effectiveScript) !== CONFIGURATION.effectiveScript,
      `"${CONFIGURATION.effectiveScript}"`,
    ],
  ];
  const problems = wrong.filter(([, isWrong]) => isWrong);
  if (problems.length === 0) return;
  throw new ValidationError(
    problems.map(([path, , expected]): Problem => ({
      path,
      message: `Expected ${expected}.`,
      code: "invalid",
    })),
  );
}
