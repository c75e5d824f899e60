import { DAY_MS, isoTime, type Instant } from "../../../values/time.ts";
import type { AnnouncedEnd, KeyRefusal } from "../../ports/servicePort.ts";
import type { Gateway } from "../gateway.ts";
import type { NoticeTools } from "../mail/noticeMail.ts";
import { notify } from "../notifications/notify.ts";
import { storeAnnouncedEnds } from "./announcedEnds.ts";
import { logQuoteVersion } from "./logQuoteVersion.ts";

/** Since when the service refuses the key, as this process has logged it. In memory. */
export type ServiceMemory = { refusedSince: Instant | undefined };

const WARNED_BEFORE_MS = 30 * DAY_MS;

type Context = NoticeTools & Pick<Gateway, "log" | "service" | "settings">;

/**
 * Logs and notifies administrators when the service refuses the API key, and when a path that the gateway uses is going to end.
 * Logs when such a path has ended, and when quotes are asked by another version.
 */
export async function watchService(gateway: Context, memory: ServiceMemory): Promise<void> {
  const { keyRefusal } = gateway.service.standing();
  logKey(gateway, memory, keyRefusal);
  if (keyRefusal) await notifyKeyRefusal(gateway, keyRefusal);
  await logQuoteVersion(gateway);
  const ends = await storeAnnouncedEnds(gateway);
  for (const end of ends) await notifyEnd(gateway, end);
}

function logKey({ log }: Pick<Gateway, "log">, memory: ServiceMemory, refusal: KeyRefusal | undefined): void {
  const wasRefused = memory.refusedSince !== undefined;
  memory.refusedSince = refusal?.since;
  if (refusal && !wasRefused) {
    const { path, hasKey } = refusal;
    log.error("service.key_refused", { path, hasKey, mend: "set INTENTS_API_KEY to a key that it accepts" });
  }
  if (!refusal && wasRefused) log.info("service.key_accepted", {});
}

async function notifyKeyRefusal(gateway: Context, { since, hasKey }: KeyRefusal): Promise<void> {
  await notify(gateway, {
    kind: "intent_service",
    storeId: undefined,
    subject: `${gateway.settings.serviceHost}.key.${dayOf(since)}`,
    body: hasKey
      ? "The intent service does not accept the API key: coins that it converts cannot be offered. Check INTENTS_API_KEY."
      : "The intent service takes no calls without an API key: coins that it converts cannot be offered. Set INTENTS_API_KEY.",
    link: "/owner/server",
  });
}

async function notifyEnd(gateway: Context, { path, sunsetAt, isGone }: AnnouncedEnd): Promise<void> {
  if (sunsetAt === undefined || isGone || sunsetAt - gateway.clock() > WARNED_BEFORE_MS) return;
  const day = dayOf(sunsetAt);
  await notify(gateway, {
    kind: "intent_service",
    storeId: undefined,
    subject: `${gateway.settings.serviceHost}.end.${path}.${day}`,
    body: `The intent service has announced the end of ${path} for ${day}. The page of the server says what to do.`,
    link: "/owner/server#service",
  });
}

function dayOf(at: Instant): string {
  return isoTime(at).slice(0, "2026-11-29".length);
}
