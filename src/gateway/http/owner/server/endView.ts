import type { Translate } from "../../../../languages/merchantWords.ts";
import type { Instant } from "../../../../values/time.ts";
import type { AnnouncedEnd } from "../../../ports/servicePort.ts";
import { readableTime } from "../readableTime.ts";

/** The announced end of a path in words: when, and what to do about it. `isWell`: there is nothing to do. */
export function endView(
  { path, sunsetAt, isGone, successor, guide }: AnnouncedEnd,
  { now, zone, tr }: Readonly<{ now: Instant; zone: string; tr: Translate }>,
) {
  return {
    path,
    successor,
    guide,
    isWell: isGone,
    state: stateOf(sunsetAt === undefined ? undefined : readableTime(sunsetAt, zone).words, {
      isGone,
      isPast: sunsetAt !== undefined && sunsetAt <= now,
      tr,
    }),
    advice: isGone ? tr("Nothing: the gateway does not use it any more.") : adviceOn(path, tr),
  };
}

function stateOf(
  time: string | undefined,
  { isGone, isPast, tr }: Readonly<{ isGone: boolean; isPast: boolean; tr: Translate }>,
): string {
  if (isGone) return time === undefined ? tr("has ended") : tr("has ended; announced for {time}", { time });
  if (time === undefined) return tr("deprecated, without a date of its end");
  return isPast ? tr("was to end on {time}, and still answers", { time }) : tr("ends on {time}", { time });
}

function adviceOn(path: string, tr: Translate): string {
  if (path.startsWith("/quote/"))
    return tr(
      "The gateway changes to the other version by itself when this one has ended. Compare both versions below before that day.",
    );
  if (path.startsWith("/requests/"))
    return tr("The gateway changes to the next version by itself. It needs an API key: INTENTS_API_KEY.");
  return tr("Install a version of Crosstill that does not use this path before that day.");
}
