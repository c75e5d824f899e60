import { randomBytes } from "node:crypto";
import { issueKey } from "../../../src/network/callers/issueKey.ts";
import { keyHash, keyPrefix } from "../../../src/network/callers/keyText.ts";
import { keyByPrefix } from "../../../src/network/persistence/keys.ts";
import { payIn, setLimits } from "../../../src/network/sponsors/paySponsor.ts";
import { parseDecimal } from "../../../src/values/amount.ts";
import type { NetworkStore } from "../../../src/network/persistence/open.ts";
import type { World } from "../world.ts";

/** An application's API key with a balance for calls, in dollars. */
export type App = Readonly<{
  key: string;
  owner: string;
  execute(body: Record<string, unknown>): Promise<Executed>;
  balance(): Promise<Record<string, string>>;
}>;
export type Executed = Readonly<{ status: number; body: Record<string, unknown> }>;

let made = 0;

/** Makes an application: what it has, and what it may spend on a call and a day. */
export async function sponsoringApp(
  { world, parts: { store } }: Readonly<{ world: World; parts: Readonly<{ store: NetworkStore }> }>,
  {
    balance = "1000",
    perCall = "50",
    perDay = "900",
  }: Readonly<{ balance?: string; perCall?: string; perDay?: string }> = {},
): Promise<App> {
  const [clock, random] = [() => world.now, (length: number) => randomBytes(length)];
  const key = await issueKey({ store, clock, random }, `app ${++made}`);
  const stored = await keyByPrefix(store, keyPrefix(key));
  if (!stored) throw new Error("The key was not stored.");
  const dollars = (text: string) => parseDecimal(text, 6);
  await setLimits({ store, clock, random }, stored, { perCall: dollars(perCall), perDay: dollars(perDay) });
  await payIn({ store, clock, random }, stored, dollars(balance));
  const headers = { "x-api-key": key };
  return {
    key,
    owner: keyHash(key),
    async execute(body) {
      const { status, body: answer } = await world.post("/execute", body, headers);
      return { status, body: answer };
    },
    balance: async () => (await world.get("/app-balance", headers)).body as Record<string, string>,
  };
}

/** The body of POST /execute for a call. */
export function rawCall(
  world: World,
  data: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    executionKind: "rawCalls",
    data: { chainId: world.evm.id, value: "0", ...data },
    executionOptions: { referrer: "tests", subsidizeFees: true },
    ...more,
  };
}
