import { Router, type Request, type Response } from "express";
import { ADMIN_RULE } from "../../../domain/access/roles.ts";
import type { User } from "../../../domain/access/user.ts";
import type { Instant } from "../../../../values/time.ts";
import { newResetLink } from "../../../usecases/access/accessLinks.ts";
import { changeRole, setAdmin, setDisabled } from "../../../usecases/access/people.ts";
import { removeFactors } from "../../../usecases/access/secondFactor.ts";
import { hasSecondFactor } from "../../../usecases/access/signIn.ts";
import { HttpError, correctableError } from "../../errors.ts";
import { fieldOf } from "../fields.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { ownerLinkUrl, USERS_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { createShownOnce } from "../shownOnce.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";

type Said = Readonly<{ status?: number; problem?: string; link?: string; name?: string }>;

/** The users of the server, for its administrators: enabled or not, administrators or not, and a link for a new password. */
export function usersPage(gateway: AuthDeps, door: SessionGuard, publicUrl: string): Router {
  const router = Router();
  const { persistence } = gateway;

  const once = createShownOnce<Said>(gateway);

  router.get(USERS_PATH, ...door.page(), async (request, response) =>
    show(gateway, response, (await once.take(request, response)) ?? {}),
  );

  /** A form about one user. It shows what is wrong on the page, and what `act` says once after a redirect. */
  const form = (
    name: string,
    act: (user: User, request: Request, response: Response) => Promise<Said | undefined>,
  ) =>
    router.post(`${USERS_PATH}/:userId/${name}`, ...door.form(), async (request, response) => {
      const user = await persistence.users.load(String(request.params["userId"]));
      if (!user) throw new HttpError(404, "not-found", "There is no such user.");
      try {
        const said = await act(user, request, response);
        if (said) return await once.redirect(response, USERS_PATH, said);
        response.redirect(303, USERS_PATH);
      } catch (error) {
        const problem = correctableError(error, wordsFor(response), pageZone(response));
        if (!problem) throw error;
        await show(gateway, response, { status: problem.status, problem: problem.message });
      }
    });

  form("disabled", async ({ id }, request, response) => {
    const isDisabled = fieldOf(request, "to") === "yes";
    await setDisabled(gateway, id, isDisabled, visitorOf(response).user.id);
    await door.record(response, { action: isDisabled ? "user.disabled" : "user.enabled", subject: id });
    return undefined;
  });

  form("admin", async ({ id, isAdmin: before }, request, response) => {
    const after = fieldOf(request, "to") === "yes";
    await setAdmin(gateway, id, after, visitorOf(response).user.id);
    await door.record(response, { action: "user.administrator_changed", subject: id, before, after });
    return undefined;
  });

  form("reset", async ({ id, name }, _request, response) => {
    const token = await newResetLink(gateway, id, visitorOf(response).user.id);
    await door.record(response, { action: "user.reset_link_made", subject: id });
    return { link: ownerLinkUrl(publicUrl, token), name };
  });

  form("factors", async (user, _request, response) => {
    await removeFactors(gateway, user, visitorOf(response).user);
    await door.record(response, { action: "user.factors_removed", subject: user.id });
    return undefined;
  });

  router.post(`${USERS_PATH}/two-factors`, ...door.form(), async (request, response) => {
    const requiresTwoFactors = fieldOf(request, "to") === "yes";
    const rule = { storeId: undefined, name: ADMIN_RULE, permissions: [], requiresTwoFactors };
    await changeRole(gateway, visitorOf(response).user.id, rule);
    await door.record(response, { action: "server.administrators_changed", after: { requiresTwoFactors } });
    response.redirect(303, USERS_PATH);
  });
  return router;
}

async function show(gateway: AuthDeps, response: Response, { status = 200, ...said }: Said): Promise<void> {
  const { users, members } = gateway.persistence;
  const { user: own } = visitorOf(response);
  const zone = pageZone(response);
  const [known, roles] = await Promise.all([users.list(), members.roles()]);
  const rule = roles.find(({ storeId, name }) => storeId === undefined && name === ADMIN_RULE);
  sendOwnerPage(
    response,
    "users",
    {
      ...frameOf(gateway, response),
      ...said,
      page: USERS_PATH,
      requiresTwoFactors: rule?.requiresTwoFactors ?? false,
      users: await Promise.all(
        known.map(async (user) => ({
          id: user.id,
          name: user.name,
          email: user.email,
          isOwn: user.id === own.id,
          isAdmin: user.isAdmin,
          isDisabled: user.disabledAt !== undefined,
          holdUntil: holdOf(user, gateway.clock(), zone),
          hasTwoFactors: await hasSecondFactor(gateway, user),
          created: readableTime(user.createdAt, zone),
        })),
      ),
    },
    { status },
  );
}

/** Until when a user approves nothing because of another person's link; undefined without a hold. */
function holdOf({ approvalHold }: User, at: Instant, zone: string) {
  return approvalHold && at < approvalHold.until ? readableTime(approvalHold.until, zone) : undefined;
}
