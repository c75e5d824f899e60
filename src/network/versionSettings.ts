import { BOTH_VERSIONS, type Versions } from "./versions.ts";
import type { SettingsReader } from "../runtime/settings.ts";
import { isDay, readMoment, type Instant } from "../values/time.ts";

/** The settings of the versions of quotes and lists. */
export const VERSION_NAMES = {
  offersV3: "NETWORK_OFFER_V3",
  deprecatedAt: "NETWORK_V2_DEPRECATED_AT",
  retiredAt: "NETWORK_V2_RETIRED_AT",
} as const;

/** Reads which versions are offered, and until when. Adds to `problems` what would leave callers without a way. */
export function readVersions(read: SettingsReader, problems: string[]): Versions {
  const offersV3 = read.flag(VERSION_NAMES.offersV3, BOTH_VERSIONS.offersV3);
  const deprecatedAt = read.read(VERSION_NAMES.deprecatedAt, undefined, readTime);
  const retiredAt = read.read(VERSION_NAMES.retiredAt, undefined, readTime);
  if (retiredAt !== undefined && (deprecatedAt === undefined || deprecatedAt > retiredAt))
    problems.push(
      `${VERSION_NAMES.retiredAt} needs ${VERSION_NAMES.deprecatedAt} at the same time or before it: callers must hear of the end.`,
    );
  if (deprecatedAt !== undefined && !offersV3)
    problems.push(
      `${VERSION_NAMES.deprecatedAt} names v3 as the successor, and ${VERSION_NAMES.offersV3}=0 does not offer it. Set one of them.`,
    );
  return { offersV3, deprecatedAt, retiredAt };
}

function readTime(text: string): Instant {
  const at = readMoment(isDay(text) ? `${text}T00:00Z` : text);
  if (at !== undefined) return at;
  throw new Error(`expected a day or a time in UTC such as 2027-02-23 or 2027-02-23T12:00Z; got "${text}".`);
}
