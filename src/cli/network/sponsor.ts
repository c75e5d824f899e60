import { APP_FEES_IN } from "../../network/ledger/accounts.ts";
import { keyPrefix, isKeyText } from "../../network/callers/keyText.ts";
import { allSponsors, executionsSince, type Execution } from "../../network/persistence/executions.ts";
import { keyByPrefix, type StoredKey } from "../../network/persistence/keys.ts";
import { allFees, type SponsoredFees } from "../../network/persistence/sponsoredFees.ts";
import type { NetworkStore } from "../../network/persistence/open.ts";
import { appBalance } from "../../network/sponsors/balance.ts";
import { payIn, setLimits } from "../../network/sponsors/paySponsor.ts";
import { formatDecimal, parseDecimal } from "../../values/amount.ts";
import { isoTime, type Instant } from "../../values/time.ts";
import type { Command, Invocation } from "../command.ts";
import { networkDatabaseUrl } from "./config.ts";
import { nameOfDatabase, withSharedStore } from "./store.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

const NAME = "network sponsor";

/**
 * What applications may spend on the gas of their users' calls (POST /execute) and the fees of quotes, and what they have paid in for it. It may run
 * beside the service, which sees a change at the next call.
 */
export const networkSponsor: Command = async (invocation) => {
  const given = readArguments(invocation.args, NAME, { words: invocation.args[0] === "list" ? 1 : 2 });
  const [action = ""] = given.words;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!run)
    throw new Error(
      `Expected list, set, pay-in, pay-back or history; got "${action}". Usage: crosstill ${USAGE[NAME]}`,
    );
  const url = networkDatabaseUrl(invocation.env);
  invocation.note(`Database: ${nameOfDatabase(url)}`);
  await withSharedStore(url, (store) => run(store, given, invocation));
};

type Action = (store: NetworkStore, given: Arguments, invocation: Invocation) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list,
  set,
  history,
  "pay-in": (store, given, invocation) => pay(store, given, invocation, 1n),
  "pay-back": (store, given, invocation) => pay(store, given, invocation, -1n),
};

async function list(store: NetworkStore, _given: Arguments, { clock, print }: Invocation): Promise<void> {
  const sponsors = await allSponsors(store);
  if (sponsors.length === 0) return print("No API key may sponsor calls yet.");
  for (const { owner, name } of sponsors) {
    const app = await appBalance({ store, clock }, owner);
    if (!app) continue;
    const { balance, available, leftToday, sponsor } = app;
    print(
      `${name}  balance ${dollars(balance)}  free ${dollars(available)}  a call ${dollars(sponsor.perCall)}  a day ${dollars(sponsor.perDay)}  left today ${dollars(leftToday)}`,
    );
  }
}

async function set(
  store: NetworkStore,
  given: Arguments,
  { clock, random, print }: Invocation,
): Promise<void> {
  const key = await readKey(store, given);
  const [perCall, perDay] = [readDollars(given, "per-call"), readDollars(given, "per-day")];
  await setLimits({ store, clock, random }, key, { perCall, perDay });
  print(
    `${key.prefix} (${key.name}) may spend ${dollars(perCall)} on a call and ${dollars(perDay)} in 24 hours.`,
  );
}

async function pay(
  store: NetworkStore,
  given: Arguments,
  { clock, random, print }: Invocation,
  sign: bigint,
): Promise<void> {
  const key = await readKey(store, given);
  await payIn({ store, clock, random }, key, sign * readDollars(given, "amount"));
  const { balance = 0n } = (await appBalance({ store, clock }, key.hash)) ?? {};
  print(`${key.prefix} (${key.name}) now has ${dollars(balance)}.`);
}

async function history(store: NetworkStore, given: Arguments, { print }: Invocation): Promise<void> {
  const key = await readKey(store, given);
  const calls = (await executionsSince(store, key.hash, 0)).map(callLine);
  const quotes = (await allFees(store, key.hash)).map(quoteLine);
  const lines = [...calls, ...quotes].toSorted((a, b) => a.at - b.at);
  if (lines.length === 0) return print("No call was submitted and no quote was sponsored yet.");
  for (const { at, words } of lines) print(`${isoTime(at)}  ${words}`);
}

type Line = Readonly<{ at: Instant; words: string }>;

function callLine({ id, requestId, chainId, most, charged, failure, createdAt }: Execution): Line {
  const cost = charged === null ? `may cost ${dollars(most)}` : `cost ${dollars(charged)}`;
  const words = `call on chain ${chainId}  ${cost}  ${failure ?? ""}  ${requestId ?? id}`;
  return { at: createdAt, words };
}

function quoteLine({ requestId, held, charged, state, createdAt }: SponsoredFees): Line {
  const cost =
    state === "released"
      ? "cost nothing  not filled"
      : charged === null
        ? `may cost ${dollars(held)}`
        : `cost ${dollars(charged)}`;
  return { at: createdAt, words: `fees of quote  ${cost}  ${requestId}` };
}

async function readKey(store: NetworkStore, given: Arguments): Promise<StoredKey> {
  const [, text = ""] = given.words;
  const prefix = isKeyText(text) ? keyPrefix(text) : text;
  const key = await keyByPrefix(store, prefix);
  if (key && key.revokedAt === null) return key;
  const why = key ? "was revoked" : "is not one of this service";
  throw new Error(`The key "${prefix}" ${why}. See: crosstill network keys list`);
}

function readDollars(given: Arguments, name: string): bigint {
  const text = given.require(name);
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text))
    throw new Error(`Expected --${name} in dollars, such as 0.50; got "${text}".`);
  return parseDecimal(text, APP_FEES_IN.decimals);
}

function dollars(amount: bigint): string {
  return `${formatDecimal(amount, APP_FEES_IN.decimals)} ${APP_FEES_IN.currency}`;
}
