import { createPushSender } from "../adapters/push/pushSender.ts";
import { createWebhookSender } from "../adapters/webhooks/webhooks.ts";
import type { Config } from "./config.ts";
import type { Mailer } from "../ports/mailPort.ts";
import { openPushKeys } from "./pushKeys.ts";
import type { Storage } from "./openStorage.ts";

/** What sends webhooks, mails and pushes. The mailer of the sandbox keeps its mails; without mail settings there is none. */
export type Senders = Readonly<{
  webhooks: ReturnType<typeof createWebhookSender>;
  mailer: Mailer | undefined;
  push: ReturnType<typeof createPushSender>;
}>;

/** Opens them; `url` is the public one of the gateway. */
export async function openSenders(
  config: Config,
  url: string,
  { persistence, keys, deps }: Pick<Storage, "persistence" | "keys" | "deps">,
  sandboxMailer: Mailer | undefined,
): Promise<Senders> {
  const pushKeys = await openPushKeys(persistence.checkpoints, keys.secrets, deps.clock());
  return {
    webhooks: createWebhookSender(webhookPolicy(config)),
    mailer: sandboxMailer ?? (await liveMailer(config)),
    push: createPushSender(webhookPolicy(config), pushKeys, pushSubject(config, url)),
  };
}

async function liveMailer({ mail }: Config): Promise<Mailer | undefined> {
  if (!mail) return undefined;
  const { smtpMailer } = await import("../adapters/mail/mailer.ts");
  return smtpMailer(mail.smtp, mail.from);
}

function webhookPolicy(config: Config) {
  const isLive = config.mode === "live";
  return {
    allowedCidrs: config.webhookAllowedCidrs,
    allowLoopback: !isLive,
    requireHttps: isLive,
    timeoutMs: 15_000,
  };
}

/** The contact for push services: the gateway's address, or where that is not https the sender of its e-mails. */
function pushSubject({ mail }: Config, url: string): string {
  return url.startsWith("https:") ? url : `mailto:${mail?.from.address ?? "crosstill@localhost"}`;
}
