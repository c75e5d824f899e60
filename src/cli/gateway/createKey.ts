import { makeKey } from "../../gateway/usecases/access/manageKeys.ts";
import {
  ALL_PERMISSIONS,
  DEFAULT_PERMISSIONS,
  isPermission,
  isUserPermission,
  plainPermission,
} from "../../gateway/domain/access/permissions.ts";
import { findShop, permissionsForShop, SHOPS, type Shop } from "../../gateway/domain/access/shops.ts";
import { GatewayError } from "../../gateway/errors.ts";
import type { Users } from "../../gateway/ports/userPort.ts";
import { DAY_MS, isoTime, type Instant } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { openNotices } from "./openNotices.ts";
import { recordCommand } from "./recordCommand.ts";
import { requireStore } from "./requireStore.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments } from "../arguments.ts";
import { hasUnseen } from "../../values/shownText.ts";

const LONGEST_LABEL = 100;
const MOST_DAYS = 3_650;

/** Makes an API key for a store and prints it, once. */
export const createKey: Command = async (invocation) => {
  const { args, clock, print, note } = invocation;
  const given = readArguments(args, "keys create");
  const storeId = given.require("store");
  const shop = readShop(given.option("for"));
  const permissions = readPermissions(given.option("permissions"), shop);
  const label = readLabel(given.option("label") ?? shop?.name);
  const expiresAt = readExpiry(given.option("expires"), clock());
  await withPersistence(invocation, async (gateway, config) => {
    const { persistence, log } = gateway;
    await requireStore(persistence, storeId);
    const userId = await readUser(persistence.users, given.option("user"), permissions);
    const kind = config.mode === "live" ? "live" : "test";
    const notices = await openNotices(gateway, config);
    const preset = shop ? { shop: shop.id } : {};
    const grant = {
      storeId,
      label,
      permissions,
      userId,
      ...preset,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    print(await makeKey({ ...notices, log }, grant, kind));
    const after = { label, permissions, expiresAt, userId, ...preset };
    await recordCommand(gateway, "keys create", { action: "key.created", storeId, after });
    if (expiresAt !== undefined) note(`It expires at ${isoTime(expiresAt)}.`);
  });
};

/** The shop system whose plugin gets the key. */
function readShop(text: string | undefined): Shop | undefined {
  if (text === undefined) return undefined;
  const shop = findShop(text.toLowerCase());
  if (shop) return shop;
  throw new Error(`--for expects one of ${SHOPS.map(({ id }) => id).join(", ")}; got "${text}".`);
}

function readPermissions(text: string | undefined, shop: Shop | undefined): readonly string[] {
  if (text !== undefined && shop)
    throw new Error("--for names the permissions of a shop's plugin. Leave out --permissions or --for.");
  if (text === undefined) return shop ? permissionsForShop(shop) : DEFAULT_PERMISSIONS;
  const names = [...new Set(text.split(",").map((name) => plainPermission(name.trim())))];
  const unknown = names.filter((name) => !isPermission(name));
  if (unknown.length === 0) return names;
  const known = ALL_PERMISSIONS.join(", ");
  throw new Error(`Unknown permission ${unknown.join(", ")}. The permissions are ${known}.`);
}

/** The id of the user whose key it is. Permissions about a user need one. */
async function readUser(
  users: Pick<Users, "named">,
  name: string | undefined,
  permissions: readonly string[],
): Promise<string | undefined> {
  const found = name === undefined ? undefined : await users.named(name);
  if (name !== undefined && !found) throw new GatewayError("user_not_found", `There is no user ${name}.`);
  const needing = permissions.find(isUserPermission);
  if (needing === undefined || found) return found?.id;
  throw new Error(`${needing} is about a user. Name the user whose key it is with --user <name>.`);
}

function readLabel(text = "command line"): string {
  if (hasUnseen(text)) throw new Error("--label expects a text without control and format characters.");
  if (text.length <= LONGEST_LABEL) return text;
  throw new Error(`--label expects at most ${LONGEST_LABEL} characters, got ${text.length}.`);
}

/** When a key ends: some days from now, or at the beginning of a day (UTC). */
function readExpiry(text: string | undefined, at: Instant): Instant | undefined {
  if (text === undefined) return undefined;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MOST_DAYS) return at + days * DAY_MS;
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  if (date > at && isoTime(date).startsWith(text)) return date;
  const expected = `a number of days (1 to ${MOST_DAYS}) or a date that is still to come, such as 2030-12-31`;
  throw new Error(`--expires expects ${expected}; got "${text}".`);
}
