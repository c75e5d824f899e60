import { z } from "zod";
import { ConflictError } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import { newVapidKeys, type VapidKeys } from "../adapters/push/pushSender.ts";
import type { Checkpoints } from "../ports/persistencePort.ts";
import { WrongKeyError } from "../../runtime/sealedBytes.ts";
import type { Secrets } from "../ports/secretsPort.ts";

const NOTE = "push keys"; // in the database: the private key sealed
const noteSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * The gateway's key pair for push services, which the first start makes. Browsers bind their subscriptions to it: with another
 * pair, as after the loss of the key that seals it, every user switches notifications on again.
 */
export async function openPushKeys(
  checkpoints: Checkpoints,
  secrets: Pick<Secrets, "seal" | "open">,
  at: Instant,
): Promise<VapidKeys> {
  const note = await checkpoints.read(NOTE);
  const known = note && (await opened(note.body, secrets));
  if (known) return known;
  const keys = newVapidKeys();
  try {
    const body = { ...keys, privateKey: secrets.seal(keys.privateKey) };
    await checkpoints.write(NOTE, body, at, note?.version ?? 0);
    return keys;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return openPushKeys(checkpoints, secrets, at); // another process was first
  }
}

async function opened(body: unknown, secrets: Pick<Secrets, "open">): Promise<VapidKeys | undefined> {
  const { publicKey, privateKey } = noteSchema.parse(body);
  try {
    return { publicKey, privateKey: await secrets.open(privateKey) };
  } catch (error) {
    if (error instanceof WrongKeyError) return undefined;
    throw error;
  }
}
