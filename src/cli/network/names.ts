import type { CallLimits } from "../../network/callers/limitCalls.ts";
import type { Invocation } from "../command.ts";
import { meantWord } from "../editDistance.ts";
import { CHAIN_SETTINGS, isChainSetting } from "./chains.ts";
import { SCREENING_NAMES } from "./screeningSettings.ts";
import { SOLVER_NAMES } from "./solverSettings.ts";
import { VERSION_NAMES } from "../../network/versionSettings.ts";

/** The names of the limits. */
export const LIMITS: Readonly<Record<keyof CallLimits, string>> = {
  quotesPerMinute: "NETWORK_QUOTES_PER_MINUTE",
  callsPerMinute: "NETWORK_CALLS_PER_MINUTE",
  elevatedPerSecond: "NETWORK_ELEVATED_PER_SECOND",
  followedRequests: "NETWORK_FOLLOWED_REQUESTS",
  elevatedFollowedRequests: "NETWORK_ELEVATED_FOLLOWED_REQUESTS",
  wrongKeysPerMinute: "NETWORK_WRONG_KEYS_PER_MINUTE",
};

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(LIMITS),
  ...Object.values(SOLVER_NAMES),
  ...["NETWORK_BITCOIN", "NETWORK_EXPLORER_URLS", "NETWORK_SEED_FILE", "NETWORK_DATABASE_URL"],
  "NETWORK_INSECURE_HTTP_HOSTS",
  ...["NETWORK_REFUNDER_SEED_FILE", "NETWORK_CONTRACT_OWNER"],
  "NETWORK_DATABASE_POOL_SIZE",
  ...["NETWORK_EXPLORER_QUORUM", "NETWORK_UNCONFIRMED_LIMIT", "NETWORK_LARGE_USD"],
  ...["NETWORK_CONFIRMATIONS", "NETWORK_LARGE_DEPOSIT", "NETWORK_BARE", "NETWORK_API_KEYS"],
  ...["NETWORK_SELF_SERVE_KEYS", "NETWORK_KEYS_PER_HOUR", "NETWORK_PRICE_SEED"],
  "NETWORK_WEBHOOK_ALLOWED_CIDRS",
  "NETWORK_OPERATOR_TOKEN",
  ...Object.values(SCREENING_NAMES),
  ...Object.values(VERSION_NAMES),
  "NETWORK_REQUIRE_KEYS",
  ...["NETWORK_PORT", "NETWORK_HOST", "NETWORK_TRUST_PROXY_HOPS"],
  ...["PRICES", "PRICE_COINS", "PRICE_MAX_AGE_SECONDS", "STATUS_DETAIL", "DATA_DIR", "LOG_LEVEL"],
  "CROSSTILL_MODE", // the gateway's; both may run with one file of settings
]);

/** Prefixes used only by this program. */
const OURS = /^(NETWORK_|PRICE|STATUS_|CROSSTILL|LOG_)/i;
const CHAIN_ID = /_\d{1,15}$/;

/** A sentence for every setting that is none, though it looks like one: it would be passed over in silence. */
export function misspeltSettings(env: Invocation["env"]): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN.has(name) || isChainSetting(name)) return [];
    const meant = meantSetting(name);
    if (meant === undefined && !OURS.test(name)) return [];
    const did = meant === undefined ? "" : ` Did you mean ${meant}?`;
    return [
      `${name} is no setting of the intent service.${did} docs/how-to/operate-the-intent-service.md lists them all.`,
    ];
  });
}

function meantSetting(given: string): string | undefined {
  const name = given.toUpperCase();
  const [id] = CHAIN_ID.exec(name) ?? [];
  if (id === undefined) return meantWord(name, KNOWN);
  const kind = meantWord(name.slice(0, -id.length), CHAIN_SETTINGS);
  return kind === undefined ? undefined : kind + id;
}
