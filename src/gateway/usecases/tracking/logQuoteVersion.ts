import { z } from "zod";
import { ConflictError } from "../../../database/driver.ts";
import { checkpoint } from "../checkpoint.ts";
import type { Gateway } from "../gateway.ts";

const FIRST = { service: "", version: "v2", at: 0 } as const;
const stored = checkpoint(
  "quote version",
  z.object({ service: z.string(), version: z.enum(["v2", "v3"]), at: z.number() }),
  FIRST,
);

/**
 * Logs a change of the service's quote version, once for all processes together. Ignores a result that is older than the stored
 * one.
 */
export async function logQuoteVersion({
  clock,
  log,
  persistence,
  service,
  settings,
}: Pick<Gateway, "clock" | "log" | "persistence" | "service" | "settings">): Promise<void> {
  const found = service.standing().foundVersion;
  if (found === undefined) return;
  const { value, version } = await stored.read(persistence);
  const before = value.service === settings.serviceHost ? value : FIRST;
  if (found.at <= before.at || found.version === before.version) return;
  try {
    await stored.write(persistence, { ...found, service: settings.serviceHost }, clock(), version);
  } catch (error) {
    if (error instanceof ConflictError) return; // another process has logged it
    throw error;
  }
  log.warn("service.quote_version_changed", { from: before.version, to: found.version });
}
