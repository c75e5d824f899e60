import type { Random } from "../../../values/ids.ts";
import type { Clock } from "../../../values/time.ts";
import { createSecrets } from "../../adapters/secrets.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { Secrets, Signer } from "../../ports/secretsPort.ts";
import type { Config } from "../config.ts";
import { openSecrets } from "../secretsKey.ts";
import { openSigner, readSigner, signerAtHand } from "../signingKey.ts";
import { openKeyring, type KeyringParts } from "./keyring.ts";

type Parts = Readonly<{
  persistence: Pick<Persistence, "sealedKeys" | "checkpoints">;
  clock: Clock;
  random: Random;
}>;
type KeySettings = Pick<Config, "masterKey" | "secretsKeyFile" | "signingKeyFile">;

/** What seals and signs. `reload` reads the keys again where they are in the database; undefined where they are files. */
export type Keys = Readonly<{ secrets: Secrets; signer: Signer; reload: (() => Promise<void>) | undefined }>;

/**
 * Opens the gateway's keys: with a master key those in the database, else those in files. The first start makes them. Throws a
 * sentence when a key is missing, damaged or another one than the database belongs to.
 */
export async function openKeys(parts: Parts, settings: KeySettings): Promise<Keys> {
  const { persistence, clock } = parts;
  if (settings.masterKey) {
    const { sealing, signer, reload } = await openKeyring({ ...parts, source: settings.masterKey });
    return { secrets: createSecrets(sealing), signer, reload };
  }
  await requireFiles(persistence);
  const secrets = await openSecrets(persistence.checkpoints, settings.secretsKeyFile, clock());
  const signer = await openSigner(persistence.checkpoints, settings.signingKeyFile, clock());
  return { secrets, signer, reload: undefined };
}

/** What seals, for a command. Throws as openKeys. */
export async function openOwnSecrets(parts: Parts, settings: KeySettings): Promise<Secrets> {
  if (settings.masterKey)
    return createSecrets((await openKeyring({ ...parts, source: settings.masterKey })).sealing);
  await requireFiles(parts.persistence);
  return openSecrets(parts.persistence.checkpoints, settings.secretsKeyFile, parts.clock());
}

/** What signs offers, for a command. Throws a sentence where no server has made a key yet. */
export async function openOwnSigner(parts: Parts, settings: KeySettings): Promise<Signer> {
  if (!settings.masterKey) {
    await requireFiles(parts.persistence);
    return readSigner(settings.signingKeyFile);
  }
  if ((await parts.persistence.sealedKeys.list()).length === 0)
    throw new Error("There is no signing key in this database yet. Start the server once: it makes one.");
  return (await openKeyring({ ...parts, source: settings.masterKey })).signer;
}

/** What signs offers where the key can be read, as beside the server; else undefined: no command needs it. */
export async function ownSignerAtHand(parts: Parts, settings: KeySettings): Promise<Signer | undefined> {
  if (!settings.masterKey) return signerAtHand(parts.persistence.checkpoints, settings.signingKeyFile);
  return openOwnSigner(parts, settings).catch(() => undefined);
}

/** The parts of a keyring by the settings. Throws a sentence without a master key. */
export function keyringParts(parts: Parts, { masterKey: source }: KeySettings): KeyringParts {
  if (source) return { ...parts, source };
  throw new Error(
    "This takes a master key: set MASTER_KEY_FILE, MASTER_KEY or MASTER_KEY_COMMAND (docs/how-to/shared-keys.md).",
  );
}

async function requireFiles({ sealedKeys }: Parts["persistence"]): Promise<void> {
  if ((await sealedKeys.list()).length === 0) return;
  throw new Error(
    "This database keeps its keys sealed by a master key. Set MASTER_KEY_FILE, MASTER_KEY or MASTER_KEY_COMMAND to give it (docs/how-to/shared-keys.md).",
  );
}
