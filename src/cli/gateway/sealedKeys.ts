import { ConflictError } from "../../database/driver.ts";
import { markingKeyOf } from "../../gateway/adapters/secrets.ts";
import type { Config } from "../../gateway/compose/config.ts";
import { readKeyFile } from "../../gateway/compose/keyFile.ts";
import { addFirstKeys, rewrapKeys, rotateKey, SIGNING_NOTE } from "../../gateway/compose/keys/keyring.ts";
import { keyByCommand, keyInFile } from "../../gateway/compose/keys/masterKey.ts";
import { keyringParts } from "../../gateway/compose/keys/openKeys.ts";
import { openSecrets } from "../../gateway/compose/secretsKey.ts";
import { openSigner } from "../../gateway/compose/signingKey.ts";
import { KEY_PURPOSES, type SealedKey } from "../../gateway/ports/sealedKeyPort.ts";
import { fingerprintOf } from "../../gateway/usecases/signatures/fingerprint.ts";
import type { Records } from "../../gateway/usecases/invoices/advanceInvoice.ts";
import { isoTime } from "../../values/time.ts";
import { readArguments } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { USAGE } from "../usage.ts";
import { recordCommand } from "./recordCommand.ts";
import { withPersistence } from "./withPersistence.ts";

/** Lists the gateway's own keys as the database has them. It needs no master key and shows no key. */
export const keysList: Command = (invocation) =>
  withPersistence(invocation, async ({ persistence }, { secretsKeyFile, signingKeyFile }) => {
    const rows = await persistence.sealedKeys.list();
    if (rows.length === 0)
      return invocation.print(
        `The database has no keys: they are in ${secretsKeyFile} and ${signingKeyFile}. "crosstill keys import" seals them into it.`,
      );
    invocation.print(rows.map(lineOf).join("\n"));
  });

function lineOf({ id, purpose, masterId, createdAt, retiredAt }: SealedKey): string {
  const state = retiredAt === undefined ? "current" : `replaced ${isoTime(retiredAt)}`;
  return `${id}  ${purpose.padEnd(8)} made ${isoTime(createdAt)}  ${state}  sealed by master key ${masterId}`;
}

/** Seals the keys in files into the database. Throws a sentence when they are not the database's, or it has keys already. */
export const keysImport: Command = (invocation) =>
  withPersistence(invocation, async (gateway, config) => {
    const { persistence } = gateway;
    const { secretsKeyFile, signingKeyFile } = config;
    const { source, ...parts } = keyringParts(gateway, config);
    if ((await persistence.sealedKeys.list()).length > 0)
      throw new Error('The database has its keys already: "crosstill keys list" shows them.');
    const note = await persistence.checkpoints.read(SIGNING_NOTE);
    if (!note)
      throw new Error("This database has no keys yet: start the server, which makes them in the database.");
    const at = invocation.clock();
    await openSecrets(persistence.checkpoints, secretsKeyFile, at); // refuse those of another database
    await openSigner(persistence.checkpoints, signingKeyFile, at);
    const secrets = readKeyFile(secretsKeyFile, `There is no ${secretsKeyFile}.`);
    const signing = readKeyFile(signingKeyFile, `There is no ${signingKeyFile}.`);
    const keys = { signing, secrets, links: markingKeyOf(secrets) };
    const rows = await addFirstKeys(parts, await source.read(), keys, note.version);
    await recordCommand(gateway, "keys import", { action: "keys.imported", after: rows.map(({ id }) => id) });
    invocation.print(
      [
        ...rows.map(lineOf),
        `Start every process again with the master key (${source.name}). ${secretsKeyFile} and ${signingKeyFile} are not read any more: once all processes run, keep a copy in a safe place and delete them here.`,
      ].join("\n"),
    );
  });

/** Replaces a key of the gateway; running processes use the new one within seconds. */
export const keysRotate: Command = (invocation) => {
  const [word, ...more] = readArguments(invocation.args, "keys rotate", { words: 1 }).words;
  const purpose = KEY_PURPOSES.find((one) => one === word);
  if (purpose === undefined || more.length > 0)
    throw new Error(`Expected what the key is for. Usage: crosstill ${USAGE["keys rotate"]}`);
  const isAgreed = readArguments(invocation.args, "keys rotate", { words: 1 }).has("yes");
  if (!isAgreed && purpose !== "secrets")
    throw new Error(`${WARNINGS[purpose]} Nothing was changed; say --yes to go on.`);
  return withPersistence(invocation, (gateway, config) => rotate(invocation, gateway, config, purpose));
};

const WARNINGS = {
  signing:
    'With a new signing key, those who have compared the old one see "not genuine" until they are told.',
  links:
    "With a new key of links, the links of refunds and other pull payments that buyers have open nothing any more; the owner's pages show the new ones.",
} as const;

const AFTER = {
  secrets:
    "Texts that the old key sealed stay readable, and are sealed with the new one within the hour by a running server.",
  signing: "Tell those who compare it.",
  links: "Send new links to the buyers who wait for a refund.",
} as const;

/** Rotates a key and says so. Throws a sentence when another rotation came first. */
export async function rotate(
  { print }: Pick<Invocation, "print">,
  gateway: Records,
  config: Config,
  purpose: SealedKey["purpose"],
): Promise<void> {
  let rotated: Awaited<ReturnType<typeof rotateKey>>;
  try {
    rotated = await rotateKey(keyringParts(gateway, config), purpose);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new Error(
      'Another process has rotated this key at the same moment. "crosstill keys list" shows what is current.',
      { cause: error },
    );
  }
  const { before, after, publicKey } = rotated;
  const change = { before: before.id, after: publicKey ?? after.id };
  await recordCommand(gateway, "keys rotate", { action: `${purpose}_key.renewed`, ...change });
  print(
    [
      lineOf(after),
      ...(publicKey === undefined
        ? []
        : [`Public key   ${publicKey}`, `Fingerprint  ${fingerprintOf(publicKey)}`]),
      `Every running process uses it within ten seconds. ${AFTER[purpose]}`,
    ].join("\n"),
  );
}

/** Seals the keys with the master key of the settings, in the place of a former one. */
export const keysRewrap: Command = (invocation) => {
  const given = readArguments(invocation.args, "keys rewrap");
  const [file, command] = [given.option("from-file"), given.option("from-command")];
  if ((file === undefined) === (command === undefined))
    throw new Error(
      `Expected the old master key, by one option; the new one is that of the settings. Usage: crosstill ${USAGE["keys rewrap"]}`,
    );
  const former =
    file === undefined ? keyByCommand("--from-command", command ?? "") : keyInFile("--from-file", file);
  return withPersistence(invocation, async (gateway, config) => {
    const sealed = await rewrapKeys(keyringParts(gateway, config), former);
    if (sealed > 0)
      await recordCommand(gateway, "keys rewrap", { action: "master_key.changed", after: sealed });
    invocation.print(
      sealed === 0
        ? "Every key is sealed by this master key already. Nothing was changed."
        : `${sealed} keys are sealed by the new master key. Running processes go on with the keys that they have opened; give each the new master key and start it again before you rotate a key. Keep the old master key as long as backups from before are kept.`,
    );
  });
};
