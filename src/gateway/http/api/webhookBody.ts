import { z } from "zod";
import type { Sentence } from "../../../values/sentence.ts";
import { EVENT_NAMES, SILENT_EVENTS } from "../../usecases/invoices/eventNames.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
import { newSecret } from "../../usecases/webhooks/webhookSecrets.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { ValidationError } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { problem } from "./priceBody.ts";
import { problemsOf } from "./problems.ts";

export const MOST_WEBHOOKS = 20; // of a store

/** A webhook that waits for a misspelt event would be silent for ever. */
function isEvent(name: string): boolean {
  return EVENT_NAMES.includes(name) || SILENT_EVENTS.includes(name);
}

function unknownEvent({ input }: Readonly<{ input?: unknown }>): string {
  const meant = EVENT_NAMES.find((name) => name.toLowerCase() === String(input).toLowerCase());
  return meant === undefined
    ? `Expected the name of an event: ${EVENT_NAMES.join(", ")}`
    : `Expected ${meant}`;
}

/** POST and PUT …/webhooks. */
export const webhookBody = z.object({
  url: z.string().max(2048).describe("Where events are told, over https"),
  enabled: nullish(z.boolean()),
  automaticRedelivery: nullish(z.boolean()).describe(
    "What is not taken is told again; true when nothing is said",
  ),
  secret: nullish(z.string().max(256)).describe(
    "What messages are signed with; one is made when none is given",
  ),
  authorizedEvents: nullish(
    z.object({
      everything: nullish(z.boolean()),
      specificEvents: nullish(z.array(z.string().refine(isEvent, { error: unknownEvent })).max(100)),
    }),
  ),
  crosstill: nullish(z.object({ retry: nullish(z.enum(["greenfield", "standard"])) })),
});

export type WebhookBody = z.infer<typeof webhookBody>;

/** Why a URL cannot be told events; undefined when it can. */
export type CheckUrl = (url: string) => Sentence | undefined;

/** Reads the body of POST and PUT …/webhooks. Throws ValidationError. */
export function readWebhookBody(checkUrl: CheckUrl, body: unknown): WebhookBody {
  const read = webhookBody.safeParse(body ?? {}, { reportInput: true });
  if (!read.success) throw new ValidationError(problemsOf(read.error));
  const refused = checkUrl(read.data.url);
  if (refused) throw new ValidationError([problem("Url", refused)]);
  return read.data;
}

type Settings = Pick<
  Webhook,
  "url" | "enabled" | "automaticRedelivery" | "everything" | "specificEvents" | "retry"
>;

/** The settings of a body, with defaults for absent fields (section b). */
function settingsOf(body: WebhookBody): Settings {
  const events = body.authorizedEvents;
  return {
    url: body.url,
    enabled: body.enabled ?? true,
    automaticRedelivery: body.automaticRedelivery ?? true,
    everything: events?.everything ?? true,
    specificEvents: events?.specificEvents ?? [],
    retry: body.crosstill?.retry,
  };
}

/** A webhook that is not kept yet. */
export function newWebhook(
  { clock, random, secrets }: Pick<Gateway, "clock" | "random" | "secrets">,
  storeId: string,
  body: WebhookBody,
  id = timeOrderedId(clock(), random),
): Webhook {
  const secret = secrets.seal(body.secret || newSecret(random)); // "" is none, as null is
  return { ...settingsOf(body), secret, storeId, id, createdAt: clock() };
}

/**
 * A webhook with new settings: without a secret it keeps its own, one that is enabled starts anew, and our
 * own options stay where a client does not send them.
 */
export function withSettings(
  { clock, secrets }: Pick<Gateway, "clock" | "secrets">,
  before: Webhook,
  body: WebhookBody,
): Webhook {
  const settings = settingsOf(body);
  return {
    ...before,
    ...settings,
    changedAt: clock(),
    ...(body.secret ? { secret: secrets.seal(body.secret), formerSecret: undefined } : {}),
    ...(settings.enabled ? { failingSince: undefined, disabledReason: undefined } : {}),
    retry: body.crosstill ? settings.retry : before.retry,
  };
}
