import { randomText } from "../ids.ts";
import { HOUR_MS, type Instant } from "../time.ts";
import type { Webhook } from "./outboxPort.ts";
import type { Gateway, Secrets } from "./ports.ts";

const ROTATION_MS = 24 * HOUR_MS;

/**
 * The secrets that sign an attempt. For a day after a rotation there are two, and BTCPay-Sig, which has room for one, is by
 * the new one in every first attempt and by each in turn afterwards: whichever a receiver has, it can take the second.
 */
export function secretsFor(
  secrets: Secrets,
  { secret, formerSecret }: Pick<Webhook, "secret" | "formerSecret">,
  attempts: number,
  at: Instant,
): readonly [string, ...string[]] {
  const current = secrets.open(secret);
  if (!formerSecret || at >= formerSecret.until) return [current];
  const former = secrets.open(formerSecret.secret);
  return attempts % 2 === 0 ? [current, former] : [former, current];
}

/** A new secret, to be shown once. */
export function newSecret(random: Gateway["random"]): string {
  return randomText(random, 32);
}

/** Gives a webhook another secret; what it had signs beside it for a day. Gives the new one, to be shown once. */
export async function rotateSecret(
  { store, secrets, random, clock }: Pick<Gateway, "store" | "secrets" | "random" | "clock">,
  webhook: Webhook,
): Promise<string> {
  const secret = newSecret(random);
  const formerSecret = { secret: webhook.secret, until: clock() + ROTATION_MS };
  await store.changeWebhook({ ...webhook, secret: secrets.seal(secret), formerSecret });
  return secret;
}

/** Seals the secrets that an older version wrote as they are. */
export async function sealSecrets({ store, secrets }: Pick<Gateway, "store" | "secrets">): Promise<void> {
  for (const { id } of await store.listStores()) {
    for (const webhook of await store.webhooksOf(id)) {
      if (secrets.isSealed(webhook.secret)) continue;
      await store.changeWebhook({ ...webhook, secret: secrets.seal(webhook.secret) });
    }
  }
}
