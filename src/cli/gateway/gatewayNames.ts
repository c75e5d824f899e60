import { SETTING_TEXTS } from "../../gateway/compose/settingTexts.ts";
import type { Invocation } from "../command.ts";
import { meantWord } from "../editDistance.ts";

/** The settings that are long enough to be known again with a slip in them; PORT is too near to other programs' names. */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(SETTING_TEXTS)
    .flatMap((names) => names.split(", "))
    .filter((name) => name.includes("_") && !name.includes("<")),
  "TRUST_PROXY_HOPS", // of older versions: config.ts names its replacement
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
