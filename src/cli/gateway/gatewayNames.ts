import type { Invocation } from "../command.ts";
import { meantWord } from "../editDistance.ts";

/** The gateway's settings that are long enough to be known again with a slip in them; PORT is too near to other programs' names. */
const NAMES: ReadonlySet<string> = new Set([
  ...["CROSSTILL_MODE", "DATA_DIR", "DATABASE_URL", "PUBLIC_URL", "LOG_LEVEL", "JOURNAL_FILE", "EVENT_DAYS"],
  ...[
    "INTENTS_URL",
    "INTENTS_API_KEY",
    "INTENTS_STREAM_URL",
    "INTENTS_CALLS_PER_MINUTE",
    "INTENTS_QUOTES_PER_MINUTE",
  ],
  ...[
    "EXPLORER_URLS",
    "EXPLORER_QUORUM",
    "EXPLORER_STREAM_URL",
    "EXPLORER_CALLS_PER_MINUTE",
    "BITCOIN_NETWORK",
    "QUOTE_USER_BITCOIN",
    "QUOTE_MAX_EXCESS_PERCENT",
    "FINALITY_LARGE_USD",
  ],
  ...[
    "RATES_URLS",
    "WEBHOOK_ALLOWED_CIDRS",
    "TRUSTED_PROXIES",
    "TRUST_PROXY_HOPS", // of older versions: config.ts names their replacement
    "API_CALLS_PER_MINUTE",
    "PAGE_VIEWS_PER_MINUTE",
    "NETWORK_BARE",
    "BACKUP_DIR",
    "METRICS_TOKEN",
    "SECRETS_KEY_FILE",
    "SIGNING_KEY_FILE",
    "SMTP_URL",
    "MAIL_FROM",
  ],
]);

/** Prefixes used only by this program. */
const OURS = /^(CROSSTILL_|INTENTS_|FINALITY_|WEBHOOK_ALLOWED)/i;
const RPC_SLIP = /^(PRC|RCP|RPCS|RPC_?URLS?)_(\d{1,15})$|^RPC(\d{1,15})$/i;
const RPC = /^RPC_\d{1,15}$/i;
const NO_RPC = /^RPC_/i;
const FINALITY = /^FINALITY_\d{1,15}$/;

/** A sentence for every setting of the gateway that is misspelt: with one, it would start as if nothing were set. */
export function misspeltGatewaySettings(env: Invocation["env"]): readonly string[] {
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || NAMES.has(name) || FINALITY.test(name)) return [];
    const meant = meantSetting(name);
    if (meant === name) return [];
    if (meant === undefined && NO_RPC.test(name))
      return [`${name} is no setting of the gateway: expected RPC_<chain id>, such as RPC_8453.`];
    if (meant === undefined && !OURS.test(name)) return [];
    const did = meant === undefined ? "" : ` Did you mean ${meant}?`;
    return [`${name} is no setting of the gateway.${did} docs/reference/configuration.md lists them all.`];
  });
}

function meantSetting(given: string): string | undefined {
  const name = given.toUpperCase();
  const [, , after, beside] = RPC_SLIP.exec(name) ?? [];
  const id = after ?? beside;
  if (id !== undefined) return `RPC_${id}`;
  return RPC.test(name) ? name : meantWord(name, NAMES);
}
