import path from "node:path";
import type { ScreeningSettings } from "../../network/checks/screener.ts";
import { metricsToken } from "../../runtime/metricsToken.ts";
import type { SettingsReader } from "../../runtime/settings.ts";

/** The settings of screening. */
export const SCREENING_NAMES = {
  list: "NETWORK_SCREENING_LIST",
  url: "NETWORK_SCREENING_URL",
  secret: "NETWORK_SCREENING_SECRET",
} as const;

/** Where the addresses of payments are looked up; undefined where every address is served. Adds to `problems` what is missing. */
export function readScreening(read: SettingsReader, problems: string[]): ScreeningSettings | undefined {
  const { list, url, secret } = SCREENING_NAMES;
  const file = read.text(list);
  const place = read.url(url);
  const shared = metricsToken(read.text(secret), problems, secret);
  if ((place === undefined) !== (shared === undefined))
    problems.push(`${url} and ${secret} must be set together: the secret signs what the service is asked.`);
  if (file === undefined && place === undefined) return undefined;
  const service = place !== undefined && shared !== undefined ? { url: place, secret: shared } : undefined;
  return { file: file === undefined ? undefined : path.resolve(file), service };
}
