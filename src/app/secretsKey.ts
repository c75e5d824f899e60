import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { createSecrets, WrongKeyError } from "../clients/secrets.ts";
import type { Secrets } from "../gateway/ports.ts";
import type { Store } from "../gateway/storePort.ts";
import type { Instant } from "../time.ts";

const KEY_BYTES = 32;
const NOTE = "secrets key"; // in the database: a known text, sealed with the key that belongs to it
const KNOWN = "crosstill";

/**
 * Opens what the database keeps sealed, with the key in `file` (64 hex digits, readable by its owner only), which the first
 * start makes. Throws with a sentence when the key is missing, no key, or another one than the database was sealed with.
 */
export async function openSecrets(
  store: Pick<Store, "readNote" | "writeNote">,
  file: string,
  at: Instant,
): Promise<Secrets> {
  const note = await store.readNote(NOTE);
  if (!note && !fs.existsSync(file)) makeKey(file);
  const secrets = createSecrets(readKey(file));
  if (!note) {
    await store.writeNote(NOTE, secrets.seal(KNOWN), at, 0);
    return secrets;
  }
  try {
    secrets.open(String(note.body));
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new Error(
      `${file} is not the key that the webhooks' secrets in this database were sealed with. Put the right one there, or name it in SECRETS_KEY_FILE (docs/backup.md).`,
      { cause: error },
    );
  }
  return secrets;
}

function makeKey(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, "wx", 0o600);
  try {
    fs.writeSync(descriptor, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
    fs.fsyncSync(descriptor); // before anything is sealed with it
  } finally {
    fs.closeSync(descriptor);
  }
}

function readKey(file: string): Buffer {
  if (!fs.existsSync(file)) {
    throw new Error(
      `There is no ${file}, the key that the webhooks' secrets in this database were sealed with. Copy it there, or name it in SECRETS_KEY_FILE (docs/backup.md).`,
    );
  }
  const text = fs.readFileSync(file, "utf8").trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  throw new Error(
    `${file} must hold a key of 64 hex digits ("openssl rand -hex 32" makes one); it holds something else.`,
  );
}
