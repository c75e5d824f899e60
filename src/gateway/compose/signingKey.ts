import type { Checkpoints } from "../ports/persistencePort.ts";
import fs from "node:fs";
import { createSigner } from "../adapters/signing.ts";
import type { Signer } from "../ports/secretsPort.ts";
import { stamp } from "../../database/backUpBeforeMigration.ts";
import type { Instant } from "../../values/time.ts";
import { makeKeyFile, readKeyFile } from "./keyFile.ts";

const NOTE = "signing key"; // in the database: the public key that payers and merchants know

/**
 * What signs offers, with the key in `file` (64 hex digits, readable by its owner only), which the first start makes. Throws
 * with a sentence when the key is missing, no key, or another than people know: a new one is made on purpose only.
 */
export async function openSigner(checkpoints: Checkpoints, file: string, at: Instant): Promise<Signer> {
  const note = await checkpoints.read(NOTE);
  if (!note && !fs.existsSync(file)) makeKeyFile(file);
  const signer = readSigner(file);
  if (!note) await checkpoints.write(NOTE, signer.publicKey, at, 0);
  else if (note.body !== signer.publicKey)
    throw new Error(
      `${file} is not the key that this gateway has signed its offers with: its public key is ${signer.publicKey}, and ${String(note.body)} is the one that people know. ${MEND}`,
    );
  return signer;
}

/** A signer of offers with the key in a file. Throws a sentence when there is none. */
export function readSigner(file: string): Signer {
  return createSigner(
    readKeyFile(file, `There is no ${file}, the key that this gateway signs its offers with. ${MEND}`),
  );
}

/** What signs offers where the key that people know can be read, as beside the server; else undefined: no command needs it. */
export async function signerAtHand(checkpoints: Checkpoints, file: string): Promise<Signer | undefined> {
  const note = await checkpoints.read(NOTE);
  const signer = note && readable(file);
  return signer?.publicKey === note?.body ? signer : undefined;
}

function readable(file: string): Signer | undefined {
  try {
    return readSigner(file);
  } catch {
    return undefined;
  }
}

/** Puts a new key in the place of the old one, which is kept beside it if it is there, and gives what signs with it. */
export async function renewSigner(checkpoints: Checkpoints, file: string, at: Instant): Promise<Signer> {
  const note = await checkpoints.read(NOTE);
  if (fs.existsSync(file)) fs.renameSync(file, `${file}.until-${stamp(at)}`);
  makeKeyFile(file);
  const signer = readSigner(file);
  await checkpoints.write(NOTE, signer.publicKey, at, note?.version ?? 0);
  return signer;
}

const MEND =
  'Copy the right one there, or name it in SIGNING_KEY_FILE (docs/how-to/backup-restore.md). If it is lost, "crosstill signing renew --yes" makes a new one; tell those who have compared the old one.';
