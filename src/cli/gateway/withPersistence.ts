import { signerAtHand } from "../../gateway/compose/signingKey.ts";
import { loadConfig, type Config } from "../../gateway/compose/config.ts";
import { appliedMigrations } from "../../database/migrations.ts";
import { openDatabase, withSession } from "../../database/open.ts";
import type { Records } from "../../gateway/usecases/invoices/advanceInvoice.ts";
import type { Person } from "../../gateway/usecases/invoices/markInvoice.ts";
import { createLog } from "../../runtime/log.ts";
import { createPersistence } from "../../gateway/persistence/persistence.ts";
import { options, refuse, requireOption, type Invocation } from "../command.ts";
import { nameOfDatabase } from "../network/store.ts";

/**
 * Runs work on the gateway's database, also while the server runs: conflicting writes are retried. Throws a
 * sentence where there is no database: a read must not create one.
 */
export async function withPersistence<T>(
  { env, clock, random }: Pick<Invocation, "env" | "clock" | "random">,
  use: (gateway: Records, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig(env);
  await requireTables(config.databaseUrl);
  const database = await openDatabase(config.databaseUrl, "gateway", true);
  try {
    const persistence = createPersistence(database, refuse);
    const signer = await signerAtHand(persistence.checkpoints, config.signingKeyFile);
    return await use({ clock, random, persistence, signer, viewers: NO_VIEWERS, log: createLog("warn") }, config);
  } finally {
    await database.close();
  }
}

/** A wrong DATA_DIR would look like a shop without customers. */
async function requireTables(url: string): Promise<void> {
  if ((await withSession(url, "gateway", true, appliedMigrations)) > 0) return;
  throw new Error(
    `There is nothing of Crosstill in ${nameOfDatabase(url)}. Check DATABASE_URL and DATA_DIR.`,
  );
}

/** Open pages belong to the server; they see the change when they look next. */
const NO_VIEWERS: Records["viewers"] = { isWatched: () => false, watched: () => [], announce: () => {} };

/** The person and the reason: --by and --reason. Throws with the usage when one is missing. */
export function readPerson(args: readonly string[], usage: string): Person {
  const person = {
    by: requireOption(args, "by", usage).trim(),
    reason: requireOption(args, "reason", usage).trim(),
  };
  const blank = Object.entries(person).find(([, text]) => text === "");
  if (blank) throw new Error(`--${blank[0]} is empty. Usage: crosstill ${usage}`);
  const long = Object.entries(person).find(([, text]) => text.length > LONGEST);
  if (long) throw new Error(`--${long[0]} expects at most ${LONGEST} characters, got ${long[1].length}.`);
  return person;
}

const LONGEST = 500;

const PERSON_OPTIONS: readonly string[] = ["--by", "--reason"];

/** The positional arguments, in order. Throws with the usage for an option other than --by and --reason. */
export function words(args: readonly string[], usage: string): readonly string[] {
  const unknown = args.filter((arg, index) => {
    const isValue = PERSON_OPTIONS.includes(args[index - 1] ?? "");
    return arg.startsWith("--") && !isValue && !PERSON_OPTIONS.includes(arg.split("=")[0] ?? "");
  });
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(" ")}. Usage: crosstill ${usage}`);
  return args.filter((arg, index) => {
    return !arg.startsWith("--") && !PERSON_OPTIONS.includes(args[index - 1] ?? "");
  });
}

/** The value after --name, once; undefined when it is not given. Throws when it is given without one. */
export function option(args: readonly string[], name: string): string | undefined {
  const value = options(args, name).at(-1);
  const isBare = args.at(-1) === `--${name}`;
  if (isBare || value === "" || value?.startsWith("--")) throw new Error(`--${name} expects a value.`);
  return value;
}
