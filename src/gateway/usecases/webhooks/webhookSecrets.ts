import { randomText } from "../../../values/ids.ts";
import { HOUR_MS, type Instant } from "../../../values/time.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
import type { Gateway } from "../gateway.ts";
import type { Secrets } from "../../ports/secretsPort.ts";
import { retryOnConflict } from "../retryOnConflict.ts";

const ROTATION_MS = 24 * HOUR_MS;

/**
 * The secrets that sign an attempt. For a day after a rotation there are two, and BTCPay-Sig, which has room for one, is by
 * the new one in every first attempt and by each in turn afterwards: whichever a receiver has, it can take the second.
 */
export async function secretsFor(
  secrets: Secrets,
  { secret, formerSecret }: Pick<Webhook, "secret" | "formerSecret">,
  attempts: number,
  at: Instant,
): Promise<readonly [string, ...string[]]> {
  const current = await secrets.open(secret);
  if (!formerSecret || at >= formerSecret.until) return [current];
  const former = await secrets.open(formerSecret.secret);
  return attempts % 2 === 0 ? [current, former] : [former, current];
}

/** A new secret, to be shown once. */
export function newSecret(random: Gateway["random"]): string {
  return randomText(random, 32);
}

/**
 * Gives a webhook another secret; the previous one signs beside it for a day. Within that day another
 * rotation replaces only the new one: the previous may be the only one that the shop has. Returns the new
 * one, to be shown once.
 */
export async function rotateSecret(
  { persistence, secrets, random, clock }: Pick<Gateway, "persistence" | "secrets" | "random" | "clock">,
  webhook: Webhook,
): Promise<string> {
  const secret = newSecret(random);
  const at = clock();
  const { formerSecret: known } = webhook;
  const isRotating = known !== undefined && at < known.until;
  const formerSecret = isRotating ? known : { secret: webhook.secret, until: at + ROTATION_MS };
  await persistence.webhooks.changeSecret(webhook, { secret: secrets.seal(secret), formerSecret });
  return secret;
}

/** Seals anew what an older version wrote as it is, and what was sealed with a key that was replaced since: secrets of webhooks and of one-time passwords. */
export async function sealSecrets({
  persistence,
  secrets,
}: Pick<Gateway, "persistence" | "secrets">): Promise<void> {
  const again = async (sealed: string) =>
    secrets.isStale(sealed) ? secrets.seal(await secrets.open(sealed)) : sealed;
  const sealOf = async (storeId: string) => {
    for (const webhook of await persistence.webhooks.of(storeId)) {
      const { secret, formerSecret } = webhook;
      if (![secret, ...(formerSecret ? [formerSecret.secret] : [])].some(secrets.isStale)) continue;
      await persistence.webhooks.changeSecret(webhook, {
        secret: await again(secret),
        formerSecret: formerSecret && { ...formerSecret, secret: await again(formerSecret.secret) },
      });
    }
  };
  for (const { id } of await persistence.stores.list()) await retryOnConflict(() => sealOf(id));
  for (const { id, totp } of await persistence.users.list()) {
    if (!totp || !secrets.isStale(totp.sealedSecret)) continue;
    await persistence.users.resealTotp(id, totp.sealedSecret, await again(totp.sealedSecret));
  }
}
