import { currencyChoices } from "../currencyChoices.ts";
import { Router, type Request, type Response } from "express";
import {
  ADMIN_RULE,
  BUILT_IN_ROLES,
  mayGive,
  mayIn,
  OWNER_ROLE,
  roleOf,
  type Access,
} from "../../../domain/access/roles.ts";
import { isPermission, isUserPermission } from "../../../domain/access/permissions.ts";
import { readEmailAddress } from "../../../domain/mail/emailAddress.ts";
import type { Role } from "../../../domain/access/user.ts";
import {
  changeRole,
  giveRole,
  invite,
  peopleOf,
  removeMember,
  withdrawInvitation,
  type Giver,
} from "../../../usecases/access/people.ts";
import { takeInvitation } from "../../../usecases/access/takeInvitation.ts";
import { findLimit } from "../../../usecases/payouts/payoutLimit.ts";
import { limitWords } from "../../../usecases/stores/changeMail.ts";
import { findPendingChange, proposeChange } from "../../../usecases/stores/guardedChanges.ts";
import type { PayoutLimit } from "../../../usecases/stores/merchantStore.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { priceDecimals } from "../../../../values/currency.ts";
import { mailInvitation } from "../../../usecases/access/mailInvitation.ts";
import { storeOf } from "../../api/storeOf.ts";
import { correctableError } from "../../errors.ts";
import { donePath, type Done } from "../doneWords.ts";
import { amountOf, fieldOf, fieldsOf } from "../fields.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import { ownerLinkUrl, setupPath, payoutLimitPath, peoplePath, STORES_PATH } from "../paths.ts";
import { OFFERED, permissionWords } from "./permissionWords.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import { secondPersonView } from "./secondPersonView.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { createShownOnce } from "../shownOnce.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";

type Said = Readonly<{
  status?: number;
  problem?: string;
  link?: string;
  email?: string;
  isMailed?: boolean;
  typed?: unknown;
}>;

/** The page of a store's people: members and their roles, invitations, and roles of the store's own. */
export function peopleRoutes(gateway: AuthDeps, door: SessionGuard, publicUrl: string): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/people`;
  const storeId = (request: Request) => String(request.params["storeId"]);
  const show = (request: Request, response: Response, said: Said = {}) =>
    showPeople(gateway, response, storeId(request), said);

  const once = createShownOnce<Said>(gateway);

  router.get(path, ...door.page(), async (request, response) =>
    show(request, response, await once.take(request, response)),
  );

  /** A form that changes something, and shows what is wrong on its page. What it made to be shown once is shown after a redirect. */
  const form = (
    name: string,
    done: Done,
    act: (request: Request, response: Response) => Promise<Said | Done | undefined>,
  ) =>
    router.post(`${path}/${name}`, ...door.form(), async (request, response) => {
      try {
        const said = await act(request, response);
        if (typeof said === "object" && said.status !== undefined) return await show(request, response, said);
        if (typeof said === "object")
          return await once.redirect(response, peoplePath(storeId(request)), said);
        response.redirect(303, donePath(peoplePath(storeId(request)), said ?? done));
      } catch (error) {
        const problem = correctableError(error, wordsFor(response), pageZone(response, storeId(request)));
        if (!problem) throw error;
        await show(request, response, {
          status: problem.status,
          problem: problem.message,
          typed: request.body,
        });
      }
    });

  form("invite", "sent", async (request, response) => {
    const typed = field(request, "email").trim();
    const email = readEmailAddress(typed);
    if (email === undefined)
      return {
        status: 422,
        problem: wordsFor(response)("Expected an e-mail address such as ada@example.com."),
        typed: request.body,
      };
    const wanted = { email, storeId: storeId(request), role: field(request, "role") };
    await takeInvitation(gateway, wanted.storeId);
    const token = await invite(gateway, giverIn(response), wanted);
    const { role } = wanted;
    await door.record(response, { action: "user.invited", storeId: wanted.storeId, after: { email, role } });
    const link = ownerLinkUrl(publicUrl, token);
    const store = (await storeOf(gateway, wanted.storeId)).name;
    await mailInvitation(gateway, {
      email,
      store,
      by: visitorOf(response).user.name,
      path: setupPath(token),
    });
    return { link, email, isMailed: gateway.mailer !== undefined };
  });

  form("role", "saved", async (request, response) => {
    const [userId, role] = [field(request, "userId"), field(request, "role")];
    const store = storeId(request);
    const before = (await gateway.persistence.members.ofStore(store)).find(
      (one) => one.userId === userId,
    )?.role;
    await giveRole(gateway, giverIn(response), { storeId: store, userId, role });
    await door.record(response, {
      action: "member.role_changed",
      storeId: store,
      subject: userId,
      before,
      after: role,
    });
    return undefined;
  });

  form("remove", "removed", async (request, response) => {
    const [userId, store] = [field(request, "userId"), storeId(request)];
    const wasMember = await removeMember(gateway, giverIn(response), store, userId);
    if (!wasMember) return undefined;
    await door.record(response, { action: "member.removed", storeId: store, subject: userId });
    return undefined;
  });

  form("withdraw", "removed", async (request, response) => {
    const [digest, store] = [field(request, "invitation"), storeId(request)];
    const found = await withdrawInvitation(gateway, giverIn(response), store, digest);
    if (!found) return undefined;
    await door.record(response, { action: "invitation.withdrawn", storeId: store, before: found.email });
    return undefined;
  });

  form("payout-limit", "saved", async (request, response) => {
    const limit = readLimit(request, wordsFor(response));
    if (typeof limit === "string") return { status: 422, problem: limit, typed: request.body };
    const store = await storeOf(gateway, storeId(request));
    const { id: userId, name: userName } = visitorOf(response).user;
    const by = { userId, userName };
    const { before, after, isPending } = await proposeChange(gateway, store, "payoutLimit", limit, by);
    const action = isPending ? "store.payout_limit_asked" : "store.payout_limit_changed";
    await door.record(response, { action, storeId: store.id, before, after });
    return isPending ? "asked" : undefined;
  });

  form("own-role", "saved", async (request, response) => {
    const { access } = visitorOf(response);
    const tr = wordsFor(response);
    const role = readRole(request, access, tr);
    const roles = await gateway.persistence.members.roles();
    const problem = typeof role === "string" ? role : wrongChange(roles, access, role, tr);
    if (typeof role === "string" || problem !== undefined)
      return { status: 422, problem: problem ?? "", typed: request.body };
    await changeRole(gateway, visitorOf(response).user.id, role);
    const { storeId: store, name, ...after } = role;
    await door.record(response, { action: "role.changed", storeId: store, subject: name, after });
    return undefined;
  });
  return router;
}

/** The amount above which payouts take two people; undefined where the field is empty, and a sentence where it is wrong. */
function readLimit(request: Request, tr: Translate): PayoutLimit | string | undefined {
  const [amount, currency] = [amountOf(request, "amount") ?? "", field(request, "currency")];
  if (amount === "") return undefined;
  const decimals = priceDecimals(currency);
  if (decimals === undefined)
    return tr('Expected a currency such as USD; got "{got}".', { got: currency.slice(0, 9) });
  const isAmount = /^\d{1,12}(\.\d+)?$/.test(amount) && (amount.split(".")[1] ?? "").length <= decimals;
  return isAmount
    ? { amount, currency }
    : tr('Expected an amount such as 500, with at most {decimals} decimals; got "{got}".', {
        decimals,
        got: amount.slice(0, 20),
      });
}

/** A role of the store's own, with what it may do; or what is wrong. */
function readRole(request: Request, access: Access, tr: Translate): Role | string {
  const storeId = String(request.params["storeId"]);
  const name = field(request, "name").trim().toLowerCase();
  const permissions = fieldsOf(request, "permissions").filter((name) => {
    return isPermission(name) && !isUserPermission(name);
  });
  if (!/^[\p{L}\d][\p{L}\d -]{0,39}$/u.test(name))
    return tr("The name of a role has 1 to 40 letters, digits, blanks or dashes.");
  if (Object.hasOwn(BUILT_IN_ROLES, name) || name === ADMIN_RULE)
    return tr("{name} is a built-in role. Choose another name.", { name });
  if (permissions.length === 0) return tr("Choose what the role may do.");
  const role = { storeId, name, permissions, requiresTwoFactors: field(request, "twoFactors") === "yes" };
  return mayGive(access, storeId, role) ? role : tr("The role would be allowed more than you are.");
}

/** What is wrong with putting a role in the place of the present one of its name; undefined for nothing. */
function wrongChange(
  roles: readonly Role[],
  access: Access,
  { storeId = "", name, requiresTwoFactors }: Role,
  tr: Translate,
): string | undefined {
  const present = roleOf(roles, storeId, name);
  if (!mayGive(access, storeId, present))
    return tr("The role {name} allows more than you may do yourself.", { name });
  if (present.requiresTwoFactors && !requiresTwoFactors && !mayIn(access, storeId, "unrestricted"))
    return tr("Only an owner of the store can let a role do without a second factor.");
  return undefined;
}

async function showPeople(gateway: AuthDeps, response: Response, storeId: string, said: Said): Promise<void> {
  const { access, user: own } = visitorOf(response);
  const merchant = await storeOf(gateway, storeId);
  const { people, invitations, roles } = await peopleOf(gateway, storeId);
  const pending = await findPendingChange(gateway, merchant, "payoutLimit");
  const { status = 200, ...shown } = said;
  const zone = pageZone(response, storeId);
  const tr = wordsFor(response);
  const known = permissionWords(tr);
  const words = (name: string) => (isPermission(name) ? known[name] : name);
  const data = {
    ...frameOf(gateway, response),
    ...shown,
    page: peoplePath(storeId),
    storeName: merchant.name,
    people: people.map(({ user, member, role }) => ({
      id: user.id,
      name: user.name,
      email: user.email,
      role: member.role,
      isOwn: user.id === own.id,
      isDisabled: user.disabledAt !== undefined,
      hasTwoFactors: user.totp !== undefined,
      canChange: mayGive(access, storeId, role),
    })),
    invitations: invitations.map(({ digest, email, role, expiresAt }) => ({
      digest,
      email,
      role,
      canWithdraw: mayGive(access, storeId, roles.find(({ name }) => name === role) ?? { permissions: [] }),
      expires: readableTime(expiresAt, zone),
    })),
    roles: roles.map((role) => ({
      name: role.name,
      words: role.name === OWNER_ROLE ? [tr("Everything in the store")] : role.permissions.map(words),
      canGive: mayGive(access, storeId, role),
      isBuiltIn: Object.hasOwn(BUILT_IN_ROLES, role.name),
      requiresTwoFactors: role.requiresTwoFactors,
    })),
    limit: (await findLimit(gateway, merchant)) ?? {
      amount: "",
      currency: merchant.settings.defaultCurrency,
    },
    pendingLimit: pending && { limit: limitWords(pending.after, tr), by: pending.userName },
    second: await secondPersonView(gateway, response, storeId, own.id),
    limitPage: payoutLimitPath(storeId),
    mayConfirm: mayIn(access, storeId, "canmanagepayouts"),
    mayLimit: mayIn(access, storeId, "canmodifystoresettings"),
    currencies: currencyChoices(languageOfVisitor(response)),
    permissions: OFFERED.filter((name) => mayIn(access, storeId, name)).map((name) => ({
      name,
      words: words(name),
    })),
  };
  sendOwnerPage(response, "people", data, { status });
}

function giverIn(response: Response): Giver {
  const { user, access } = visitorOf(response);
  return { userId: user.id, access };
}

function field(request: Request, name: string): string {
  return fieldOf(request, name) ?? "";
}
