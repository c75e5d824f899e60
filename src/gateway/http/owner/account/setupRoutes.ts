import { Router, type Response } from "express";
import type { AccessLink } from "../../../ports/userPort.ts";
import { acceptLink, findAccessLink, otherMaker, userOfLink } from "../../../usecases/access/accessLinks.ts";
import { mailEmailLink } from "../../../usecases/access/confirmEmail.ts";
import { SHORTEST_PASSWORD, weakPassword } from "../../../usecases/access/passwords.ts";
import { recordAction } from "../../../usecases/access/recordAction.ts";
import { mailNewApprover } from "../../../usecases/payouts/approverMail.ts";
import { mailSecurity } from "../../../usecases/access/securityMail.ts";
import { beginSession, hasSecondFactor } from "../../../usecases/access/signIn.ts";
import type { User } from "../../../domain/access/user.ts";
import { createBoundedQueue } from "../../../../runtime/concurrency/boundedQueue.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { correctableError } from "../../errors.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { confirmEmailPath, OWNER_PATH, SETUP_PATH } from "../paths.ts";
import { hasUnseen } from "../../../../values/shownText.ts";
import { fieldOf } from "../fields.ts";
import type { AuthDeps } from "../visitor.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { letIn, originOf } from "./signInRoutes.ts";

const LONGEST_NAME = 64;
const MOST_WAITING = 20; // for a password to be hashed

type Wrong = Readonly<{ at: "name" | "password" | "again"; problem: string }>; // the field, and what is wrong with it
type Said = Partial<Wrong> & Readonly<{ status?: number; typed?: string }>;

/** The page behind a one-time link: makes an account, or sets a new password. */
export function setupRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const queue = createBoundedQueue(1, MOST_WAITING);

  router.get(SETUP_PATH, async (request, response) => {
    await showSetup(gateway, response, String(request.query["token"] ?? ""), {});
  });

  router.post(SETUP_PATH, door.ownForm, async (request, response) => {
    const field = (name: string) => fieldOf(request, name) ?? "";
    const [token, name, password] = [field("token"), field("name").trim(), field("password")];
    const again = (status: number, wrong: Wrong) =>
      showSetup(gateway, response, token, { status, ...wrong, typed: name });
    const wrong = wrongAccount(wordsFor(response), name, password, field("again"));
    if (wrong) return again(422, wrong);
    const link = await findAccessLink(gateway, token);
    if (!link) return showSetup(gateway, response, "", {});
    try {
      const user = await queue(() => acceptLink(gateway, token, { name, password }));
      if (!user) return await showSetup(gateway, response, "", {});
      gateway.log.warn("owner.account_set", { name, link: link.kind });
      const actor = { kind: "user", id: user.id, name } as const;
      const { address } = originOf(request);
      const maker = await otherMaker(gateway, link);
      const after = { link: link.kind, role: link.role, isAdmin: link.isAdmin, madeBy: maker?.name };
      const about = { action: "account.set", storeId: link.storeId, subject: user.id, after };
      await recordAction(gateway, { actor, address }, about);
      if (link.kind === "invitation") await tellOfMember(gateway, user, link.storeId);
      if (maker) await tellOfReset(gateway, user, maker, address);
      const begun = await beginSession(
        gateway,
        user,
        originOf(request),
        await hasSecondFactor(gateway, user),
      );
      await letIn(gateway, door, { request, response }, begun, OWNER_PATH);
    } catch (error) {
      const found = correctableError(error, wordsFor(response));
      if (!found) throw error;
      await again(found.status, { at: "name", problem: found.message });
    }
  });
  return router;
}

/** The account is made where telling fails. */
async function tellOfMember(gateway: AuthDeps, user: User, storeId: string | undefined): Promise<void> {
  try {
    await mailEmailLink(gateway, user, confirmEmailPath);
    await mailNewApprover(gateway, user.id, storeId);
  } catch (error) {
    gateway.log.error("notice.not_queued", { error, action: "account.set" });
  }
}

/** The password is set where telling fails. */
async function tellOfReset(gateway: AuthDeps, user: User, maker: User, address: string): Promise<void> {
  try {
    await mailSecurity(gateway, user, "password_reset", { address, detail: maker.name });
  } catch (error) {
    gateway.log.error("notice.not_queued", { error, action: "account.set" });
  }
}

/** The form of a valid link, or the page for an invalid one. */
async function showSetup(gateway: AuthDeps, response: Response, token: string, said: Said): Promise<void> {
  const { sandbox } = gateway.settings;
  const link = await findAccessLink(gateway, token);
  if (!link) return sendOwnerPage(response, "deadLink", { sandbox }, { status: 410 });
  const known = await userOfLink(gateway, link);
  const { status = 200, ...shown } = said;
  const suggested = known?.name ?? link.email;
  const data = { sandbox, token, shortest: SHORTEST_PASSWORD, known: known?.name, suggested };
  const store = await storeName(gateway, link);
  sendOwnerPage(
    response,
    "setup",
    { ...data, kind: link.kind, store, role: link.role, ...shown },
    { status },
  );
}

async function storeName({ persistence }: AuthDeps, { storeId }: AccessLink): Promise<string | undefined> {
  return storeId === undefined ? undefined : (await persistence.stores.load(storeId))?.name;
}

function wrongAccount(tr: Translate, name: string, password: string, again: string): Wrong | undefined {
  if (name.length < 1 || name.length > LONGEST_NAME)
    return { at: "name", problem: tr("The name must have 1 to {most} characters.", { most: LONGEST_NAME }) };
  if (hasUnseen(name))
    return { at: "name", problem: tr("Enter a name without control and format characters.") };
  const weak = weakPassword(password, name, tr);
  if (weak !== undefined) return { at: "password", problem: weak };
  if (password === again) return undefined;
  return { at: "again", problem: tr("The two passwords are not the same.") };
}
