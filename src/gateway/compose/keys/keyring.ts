import { randomBytes } from "node:crypto";
import { ConflictError } from "../../../database/driver.ts";
import { randomHex, type Random } from "../../../values/ids.ts";
import { SECOND_MS, type Clock, type Instant } from "../../../values/time.ts";
import type { SealingKey, SealingKeys } from "../../adapters/secrets.ts";
import { createSigner } from "../../adapters/signing.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { Signer } from "../../ports/secretsPort.ts";
import { KEY_PURPOSES, type KeyNote, type KeyPurpose, type SealedKey } from "../../ports/sealedKeyPort.ts";
import { masterIdOf, type MasterKeySource } from "./masterKey.ts";
import { openKey, sealKey } from "./sealKey.ts";

/** In the database beside the keys: the public key that payers and merchants know. Keys in files have the same note. */
export const SIGNING_NOTE = "signing key";

/** The keys of a gateway, opened with the master key. */
export type Keyring = Readonly<{
  sealing: SealingKeys;
  signer: Signer;
  /** Reads the keys again: another process may have rotated them. */
  reload(): Promise<void>;
}>;

export type KeyringParts = Readonly<{
  persistence: Pick<Persistence, "sealedKeys" | "checkpoints">;
  clock: Clock;
  random: Random;
  source: MasterKeySource;
}>;

type OpenedKey = SealingKey & Readonly<{ id: string; purpose: KeyPurpose }>;

const LEAST_BETWEEN_MS = SECOND_MS; // reloads for an unknown key: a visitor who shows made-up texts must not be able to keep the database busy

/**
 * Opens the gateway's keys in the database; the first start makes them, and of several that start together one does. Throws a
 * sentence for a wrong master key, for keys that were changed, and when today's keys are in files and have to be imported first.
 */
export async function openKeyring(parts: KeyringParts): Promise<Keyring> {
  const { persistence, source } = parts;
  const master = await source.read();
  const { checkpoints, sealedKeys } = persistence;
  // The notes are read before the keys: another process that starts now writes both at once.
  const note = (await checkpoints.read(SIGNING_NOTE)) ?? (await checkpoints.read("secrets key"));
  if ((await sealedKeys.list()).length === 0) {
    if (note) throw new Error(inFiles(source));
    await makeFirstKeys(parts, master);
  }
  const known = new Map<string, OpenedKey>();
  let current = new Map<KeyPurpose, OpenedKey>();
  let signer: Signer = { publicKey: "", sign: () => "" }; // until the first reload
  const load = async () => {
    const rows = await persistence.sealedKeys.list();
    // A key that is open stays open: after the master key was changed, a process that runs needs no new one for it.
    const opened = rows.map((row): OpenedKey => ({
      id: row.id,
      purpose: row.purpose,
      key: known.get(row.id)?.key ?? openKey(master, row, source.name),
      isRetired: row.retiredAt !== undefined,
    }));
    const next = new Map(opened.filter((key) => !key.isRetired).map((key) => [key.purpose, key] as const));
    const missing = KEY_PURPOSES.filter((purpose) => !next.has(purpose));
    if (missing.length > 0)
      throw new Error(
        `The table sealed_keys has no current key for ${missing.join(" and ")}: rows were removed. Restore them from a backup of the database (docs/how-to/backup-restore.md).`,
      );
    const signing = keyFor(next, "signing");
    if (current.get("signing")?.id !== signing.id) signer = createSigner(signing.key);
    current = next;
    for (const key of opened) known.set(key.id, key);
  };
  await load();
  await requireKnown(persistence, () => signer.publicKey, load);
  let reloading: Promise<void> | undefined;
  let reloadedAt = -LEAST_BETWEEN_MS;
  const reload = () => (reloading ??= load().finally(() => (reloading = undefined)));
  const sealing = (purpose: KeyPurpose) => keyFor(current, purpose);
  const lookFor = async () => {
    const now = parts.clock();
    if (!reloading && Math.abs(now - reloadedAt) < LEAST_BETWEEN_MS)
      throw new Error("The keys were read within the last second, so none is looked for now. Try again.");
    reloadedAt = now;
    await reload();
  };
  return {
    reload,
    sealing: {
      current: () => sealing("secrets"),
      all: () => [...known.values()].filter(({ purpose }) => purpose === "secrets"),
      marking: () => sealing("links").key,
      async find(id) {
        if (!known.has(id)) await lookFor();
        const key = known.get(id);
        return key?.purpose === "secrets" ? key : undefined;
      },
    },
    signer: {
      get publicKey() {
        return signer.publicKey;
      },
      sign: (text) => signer.sign(text),
    },
  };
}

function keyFor(current: ReadonlyMap<KeyPurpose, OpenedKey>, purpose: KeyPurpose): OpenedKey {
  const key = current.get(purpose);
  if (!key) throw new Error(`There is no current key for ${purpose}.`);
  return key;
}

/** Rows that someone has put in the place of the keys would sign with a key that is not known. */
async function requireKnown(
  { checkpoints }: KeyringParts["persistence"],
  publicKey: () => string,
  load: () => Promise<void>,
): Promise<void> {
  const isKnown = async () => (await checkpoints.read(SIGNING_NOTE))?.body === publicKey();
  if (await isKnown()) return;
  await load(); // it may have been rotated between the two reads
  if (await isKnown()) return;
  throw new Error(
    `The signing key in the table sealed_keys is not the one that this gateway has signed its offers with (the note "${SIGNING_NOTE}"). Rows of the two tables were changed: restore them from a backup of the database.`,
  );
}

function inFiles({ name }: MasterKeySource): string {
  return `${name} is set, and the database has no keys while it says that there are some. If they are in files, run "crosstill keys import" where the files are (SECRETS_KEY_FILE, SIGNING_KEY_FILE), and start again (docs/how-to/shared-keys.md). If rows of the table sealed_keys were removed, restore them from a backup of the database.`;
}

async function makeFirstKeys(parts: KeyringParts, master: Uint8Array): Promise<void> {
  const keys = { signing: newKey(), secrets: newKey(), links: newKey() };
  try {
    await addFirstKeys(parts, master, keys, 0);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error; // else another process made them
  }
}

/** Seals the first keys into the database. `noteVersion` is that of the note about the signing key, 0 for none. */
export async function addFirstKeys(
  { persistence, clock, random }: Omit<KeyringParts, "source">,
  master: Uint8Array,
  keys: Readonly<Record<KeyPurpose, Uint8Array>>,
  noteVersion: number,
): Promise<readonly SealedKey[]> {
  const at = clock();
  const rows = KEY_PURPOSES.map((purpose) => sealedKey(master, purpose, keys[purpose], at, random));
  await persistence.sealedKeys.add(rows, [], [signingNote(keys.signing, at, noteVersion)]);
  return rows;
}

/** Replaces the current key of a purpose by a new one. Throws ConflictError when another rotation came first. */
export async function rotateKey(
  { persistence, clock, random, source }: KeyringParts,
  purpose: KeyPurpose,
): Promise<Readonly<{ before: SealedKey; after: SealedKey; publicKey: string | undefined }>> {
  const master = await source.read();
  const rows = await persistence.sealedKeys.list();
  const before = rows.find((row) => row.purpose === purpose && row.retiredAt === undefined);
  if (!before) throw new Error(`There is no current key for ${purpose} in this database.`);
  openKey(master, before, source.name); // the others must be able to read the new one
  const at = clock();
  const key = newKey();
  const after = sealedKey(master, purpose, key, at, random);
  const note = await persistence.checkpoints.read(SIGNING_NOTE);
  const isSigning = purpose === "signing";
  await persistence.sealedKeys.add(
    [after],
    [before.id],
    isSigning ? [signingNote(key, at, note?.version ?? 0)] : [],
  );
  return { before, after, publicKey: isSigning ? createSigner(key).publicKey : undefined };
}

/** Seals every key with a new master key. What the new one has sealed already stays; gives how many were sealed anew. */
export async function rewrapKeys(
  { persistence, source }: Pick<KeyringParts, "persistence" | "source">,
  former: MasterKeySource,
): Promise<number> {
  const master = await source.read();
  const old = await former.read();
  const rows = await persistence.sealedKeys.list();
  const masterId = masterIdOf(master);
  const wrapped = rows.filter((row) => row.masterId !== masterId);
  const [first] = wrapped;
  if (!first) return 0;
  const again = wrapped.map((row) => ({ ...row, ...sealKey(master, row, openKey(old, row, former.name)) }));
  await persistence.sealedKeys.reseal(again, first.masterId);
  return again.length;
}

function sealedKey(
  master: Uint8Array,
  purpose: KeyPurpose,
  key: Uint8Array,
  createdAt: Instant,
  random: Random,
): SealedKey {
  const id = randomHex(random, 8);
  return { id, purpose, ...sealKey(master, { id, purpose }, key), createdAt, retiredAt: undefined };
}

function signingNote(key: Uint8Array, at: Instant, version: number): KeyNote {
  return { name: SIGNING_NOTE, body: createSigner(key).publicKey, at, version };
}

function newKey(): Buffer {
  return randomBytes(32);
}
