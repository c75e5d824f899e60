import type { Translate } from "../../../../languages/merchantWords.ts";
import type { Instant } from "../../../../values/time.ts";
import type { AnnouncedEnd } from "../../../ports/servicePort.ts";
import { readableTime } from "../readableTime.ts";
import type { ServerTools } from "./serverTools.ts";

type Around = Readonly<{ now: Instant; zone: string; tr: Translate; service: ServerTools["service"] }>;

/** The announced end of a path in words: when, and what to do about it. `isWell`: there is nothing to do. */
export function endView(end: AnnouncedEnd, around: Around) {
  const { path, sunsetAt, successor, guide } = end;
  const advice = adviceOn(end, around);
  const time = sunsetAt === undefined ? undefined : readableTime(sunsetAt, around.zone).words;
  return {
    path,
    successor,
    guide,
    isWell: advice === undefined,
    state: stateOf(end, time, around),
    advice: advice ?? around.tr("Nothing: the gateway does not use it any more."),
  };
}

function stateOf(
  { sunsetAt, seenAt, isGone }: AnnouncedEnd,
  time: string | undefined,
  { now, tr }: Pick<Around, "now" | "tr">,
): string {
  if (isGone) return time === undefined ? tr("has ended") : tr("has ended; announced for {time}", { time });
  if (time === undefined || sunsetAt === undefined) return tr("deprecated, without a date of its end");
  if (sunsetAt > now) return tr("ends on {time}", { time });
  return seenAt >= sunsetAt
    ? tr("was to end on {time}, and has answered since then", { time })
    : tr("was to end on {time}, and has not been asked since then", { time });
}

/** Returns what to do about the end of a path, or undefined when there is nothing to do. */
function adviceOn(
  { path, sunsetAt, isGone }: AnnouncedEnd,
  { now, tr, service }: Pick<Around, "now" | "tr" | "service">,
): string | undefined {
  const isQuote = path.startsWith("/quote/");
  if (!isQuote && !path.startsWith("/requests/"))
    return tr("Install a version of Crosstill that does not use this path.");
  const [setting, version] = isQuote
    ? ["INTENTS_QUOTE_VERSION", service.quoteVersion]
    : ["INTENTS_REQUESTS_VERSION", service.requestsVersion];
  const isOther = version !== "auto" && !path.endsWith(`/${version}`);
  if (isOther) return undefined;
  if (version !== "auto")
    return tr("{setting} keeps the gateway at this version: set it to auto, and start the server again.", {
      setting,
    });
  if (!isQuote && !service.hasKey)
    return tr(
      "Set INTENTS_API_KEY: the next version of this list needs a key. Without a list the gateway asks for the status of each request.",
    );
  if (isGone) return undefined;
  if (!isQuote) return tr("The gateway changes to the next version by itself.");
  return sunsetAt !== undefined && sunsetAt > now
    ? tr(
        "The gateway changes to the other version by itself when this one has ended. Compare both versions below before that day.",
      )
    : tr(
        "The gateway changes to the other version by itself when this one has ended. Compare both versions below.",
      );
}
