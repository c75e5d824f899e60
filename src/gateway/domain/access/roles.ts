import type { Member, Role, User } from "./user.ts";
import { allows, isPermission, isUserPermission, type Permission } from "./permissions.ts";

/** The roles that every store has. An administrator may change what they include, but for the owner's. */
export const BUILT_IN_ROLES: Readonly<Record<string, readonly Permission[]>> = {
  owner: ["unrestricted"],
  manager: [
    "canviewstoresettings",
    "canmodifyinvoices",
    "canmarkinvoices",
    "canmodifypaymentrequests",
    "canmanagepullpayments",
    "canmanagepayouts",
    "cansendstoreemails",
    "canviewreports",
    "canviewauditlog",
  ],
  cashier: ["cancreateinvoice", "canviewinvoices", "canviewpaymentrequests"],
  accountant: [
    "canviewinvoices",
    "canviewpaymentrequests",
    "canviewpullpayments",
    "canviewpayouts",
    "canviewreports",
  ],
  viewer: ["canviewinvoices", "canviewpaymentrequests", "canviewpullpayments", "canviewpayouts"],
};

export const OWNER_ROLE = "owner";

/** What a user may do: in which store which permissions, and whether two factors are asked for. */
export type Access = Readonly<{
  isAdmin: boolean;
  stores: ReadonlyMap<string, readonly string[]>;
  requiresTwoFactors: boolean;
}>;

/** The role of that name in a store: one of its own, a changed one, or a built-in one. A missing role allows nothing. */
export function roleOf(roles: readonly Role[], storeId: string, name: string): Role {
  const own = roles.find((role) => role.name === name && role.storeId === storeId);
  const changed = roles.find((role) => role.name === name && role.storeId === undefined);
  const builtIn = Object.hasOwn(BUILT_IN_ROLES, name) ? BUILT_IN_ROLES[name] : undefined;
  const permissions = name === OWNER_ROLE ? BUILT_IN_ROLES[OWNER_ROLE] : undefined; // never less
  const found = own ?? changed;
  return {
    storeId: found?.storeId,
    name,
    permissions: permissions ?? found?.permissions ?? builtIn ?? [],
    requiresTwoFactors: found?.requiresTwoFactors ?? false,
  };
}

/** The roles that can be given in a store, the built-in ones first. The rule for administrators is none. */
export function rolesIn(roles: readonly Role[], storeId: string): readonly Role[] {
  const custom = roles.filter((role) => role.storeId === storeId || role.storeId === undefined);
  const names = new Set([...Object.keys(BUILT_IN_ROLES), ...custom.map(({ name }) => name)]);
  names.delete(ADMIN_RULE);
  return [...names].map((name) => roleOf(roles, storeId, name));
}

/** What a user may do by its memberships. */
export function accessOf(
  user: Pick<User, "isAdmin">,
  members: readonly Member[],
  roles: readonly Role[],
): Access {
  const held = members.map(({ storeId, role }) => [storeId, roleOf(roles, storeId, role)] as const);
  return {
    isAdmin: user.isAdmin,
    stores: new Map(held.map(([storeId, { permissions }]) => [storeId, permissions])),
    requiresTwoFactors:
      held.some(([, role]) => role.requiresTwoFactors) || (user.isAdmin && adminsNeedTwo(roles)),
  };
}

/** The name under which the rule for administrators is kept among the roles. */
export const ADMIN_RULE = "server administrator";

function adminsNeedTwo(roles: readonly Role[]): boolean {
  return roles.some(({ storeId, name, requiresTwoFactors }) => {
    return storeId === undefined && name === ADMIN_RULE && requiresTwoFactors;
  });
}

/** Whether a user may do this in the store. An administrator may do everything in every store. */
export function mayIn(access: Access, storeId: string, permission: Permission): boolean {
  return access.isAdmin || allows(access.stores.get(storeId) ?? [], permission);
}

/** Whether a user has anything to do with the store: for others it does not exist. */
export function knowsStore(access: Access, storeId: string): boolean {
  return access.isAdmin || access.stores.has(storeId);
}

/** True when everything that a role allows is allowed to the user as well: users cannot give more than they have. */
export function mayGive(access: Access, storeId: string, role: Pick<Role, "permissions">): boolean {
  return role.permissions.every((name) => isPermission(name) && mayIn(access, storeId, name));
}

/** True when a user may make a key with these permissions: those of its role in the store, and any that are about itself. */
export function mayGiveKey(access: Access, storeId: string, permissions: readonly string[]): boolean {
  const inStore = permissions.filter((name) => !isUserPermission(name));
  return mayGive(access, storeId, { permissions: inStore });
}
