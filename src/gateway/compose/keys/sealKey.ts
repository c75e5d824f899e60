import { openBytes, sealBytes, WrongKeyError } from "../../../runtime/sealedBytes.ts";
import type { SealedKey } from "../../ports/sealedKeyPort.ts";
import { masterIdOf } from "./masterKey.ts";

const KEY_BYTES = 32;

type About = Pick<SealedKey, "id" | "purpose">;

/** Bound to the sealed bytes, so that a row cannot take the place of another. */
const aboutOf = ({ id, purpose }: About) => `crosstill key ${id} ${purpose}`;

/** Seals a key of the gateway with the master key: AES-256-GCM, with the key's id and purpose as associated data. */
export function sealKey(
  master: Uint8Array,
  about: About,
  key: Uint8Array,
): Pick<SealedKey, "sealed" | "masterId"> {
  return { sealed: sealBytes(master, key, aboutOf(about)), masterId: masterIdOf(master) };
}

/** Opens a key of the gateway. Throws a sentence for another master key, and for a row that was changed. `name` is what gives the master key. */
export function openKey(master: Uint8Array, row: SealedKey, name: string): Buffer {
  const masterId = masterIdOf(master);
  if (row.masterId !== masterId)
    throw new Error(
      `${name} gives another master key than the one that this database's keys are sealed with: its fingerprint is ${masterId}, expected ${row.masterId}. Give the right one; after a change of the master key run "crosstill keys rewrap" (docs/how-to/shared-keys.md).`,
    );
  let key: Buffer;
  try {
    key = openBytes(master, row.sealed, aboutOf(row));
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw damaged(row, error);
  }
  if (key.length !== KEY_BYTES) throw damaged(row);
  return key;
}

function damaged({ id, purpose }: SealedKey, cause?: unknown): Error {
  return new Error(
    `The ${purpose} key ${id} in the table sealed_keys was changed or is damaged. Restore that row from a backup of the database (docs/how-to/backup-restore.md).`,
    { cause },
  );
}
