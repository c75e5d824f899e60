import { issueKey, LONGEST_KEY_NAME, readKeyName } from "../../network/callers/issueKey.ts";
import { isKeyText, KEY_PREFIX_LENGTH, keyPrefix } from "../../network/callers/keyText.ts";
import {
  keyByPrefix,
  newestKeys,
  revokeKey,
  type KeyStore,
  type StoredKey,
} from "../../network/persistence/keys.ts";
import { isoTime } from "../../values/time.ts";
import type { Command, Invocation } from "../command.ts";
import { networkDatabaseUrl } from "./config.ts";
import { nameOfDatabase, withSharedStore } from "./store.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

const NAME = "network keys";
const LISTED = 500;
const MOST_TOLD = 5;

/** Makes, revokes and lists the intent service's API keys. It may run beside the service, which sees a change at its next call. */
export const networkKeys: Command = async (invocation) => {
  const given = readArguments(invocation.args, NAME, { words: invocation.args[0] === "revoke" ? 2 : 1 });
  const [action = ""] = given.words;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!run)
    throw new Error(`Expected create, revoke or list; got "${action}". Usage: crosstill ${USAGE[NAME]}`);
  const url = networkDatabaseUrl(invocation.env);
  invocation.note(`Database: ${nameOfDatabase(url)}`);
  await withSharedStore(url, (store) => run(store, given, invocation));
};

type Action = (store: KeyStore, given: Arguments, invocation: Invocation) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = { create, revoke, list };

/** Prints the key, alone on its line, once. */
async function create(
  store: KeyStore,
  given: Arguments,
  { clock, random, print }: Invocation,
): Promise<void> {
  const name = readKeyName(given.require("name"));
  if (name === undefined) {
    throw new Error(`Expected a --name of 1 to ${LONGEST_KEY_NAME} letters, digits or signs.`);
  }
  print(await issueKey({ store, clock, random }, name));
}

async function revoke(store: KeyStore, given: Arguments, { clock, print }: Invocation): Promise<void> {
  const [, text] = given.words;
  if (text === undefined) {
    throw new Error(`Expected one beginning of a key. Usage: crosstill ${USAGE[NAME]}`);
  }
  const prefix = isKeyText(text) ? keyPrefix(text) : text;
  const key = await keyByPrefix(store, prefix);
  if (!key) throw new Error(await whyNoKey(store, text));
  if (key.revokedAt !== null) {
    return print(`${prefix} (${key.name}) was revoked already, at ${isoTime(key.revokedAt)}.`);
  }
  await store.commit([revokeKey(store, prefix, clock())]);
  print(`Revoked ${prefix} (${key.name}). The service refuses it from now on.`);
}

/** A prefix that is too short is ambiguous: the matching keys are listed. */
async function whyNoKey(store: KeyStore, given: string): Promise<string> {
  const fitting = (await newestKeys(store, LISTED)).filter(({ prefix }) =>
    prefix.startsWith(keyPrefix(given)),
  );
  const names = fitting.slice(0, MOST_TOLD).map(({ prefix, name }) => `${prefix} (${name})`);
  const did =
    given.length > 0 && names.length > 0
      ? ` It fits ${names.join(", ")}${fitting.length > MOST_TOLD ? ", …" : ""}.`
      : "";
  const short = keyPrefix(given) === given && given.length < KEY_PREFIX_LENGTH;
  const what = short
    ? `"${given}" is too short: give the first ${KEY_PREFIX_LENGTH} characters of the key.`
    : `There is no key that begins with "${given}".`;
  return `${what}${did} See: crosstill network keys list`;
}

async function list(store: KeyStore, _given: Arguments, { print }: Invocation): Promise<void> {
  const keys = await newestKeys(store, LISTED + 1);
  if (keys.length === 0)
    return print("There are no keys. Make one: crosstill network keys create --name <name>");
  for (const key of keys.slice(0, LISTED)) print(lineOf(key));
  if (keys.length > LISTED) print(`… and older ones: these are the ${LISTED} newest.`);
}

function lineOf({ prefix, name, createdAt, lastUsedAt, revokedAt }: StoredKey): string {
  const used = lastUsedAt === null ? "never used" : `last used ${isoTime(lastUsedAt)}`;
  const state = revokedAt === null ? used : `revoked ${isoTime(revokedAt)}`;
  return `${prefix}  made ${isoTime(createdAt)}  ${state}  ${name}`;
}
