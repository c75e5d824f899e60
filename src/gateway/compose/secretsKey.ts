import type { Checkpoints } from "../ports/persistencePort.ts";
import fs from "node:fs";
import { createSecrets } from "../adapters/secrets.ts";
import { WrongKeyError } from "../../runtime/sealedBytes.ts";
import type { Secrets } from "../ports/secretsPort.ts";
import type { Instant } from "../../values/time.ts";
import { makeKeyFile, readKeyFile } from "./keyFile.ts";

const NOTE = "secrets key"; // in the database: a known text, sealed with the key that belongs to it
const KNOWN = "crosstill";

/**
 * Opens what the database keeps sealed, with the key in `file` (64 hex digits, readable by its owner only), which the first
 * start makes. Throws with a sentence when the key is missing, no key, or another one than the database was sealed with.
 */
export async function openSecrets(checkpoints: Checkpoints, file: string, at: Instant): Promise<Secrets> {
  const note = await checkpoints.read(NOTE);
  if (!note && !fs.existsSync(file)) makeKeyFile(file);
  const missing = `There is no ${file}, the key that the webhooks' secrets in this database were sealed with. Copy it there, or name it in SECRETS_KEY_FILE (docs/how-to/backup-restore.md).`;
  const secrets = createSecrets(readKeyFile(file, missing));
  if (!note) {
    await checkpoints.write(NOTE, secrets.seal(KNOWN), at, 0);
    return secrets;
  }
  try {
    await secrets.open(String(note.body));
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new Error(
      `${file} is not the key that the webhooks' secrets in this database were sealed with. Put the right one there, or name it in SECRETS_KEY_FILE (docs/how-to/backup-restore.md).`,
      { cause: error },
    );
  }
  return secrets;
}
