import type { Instant } from "../../../values/time.ts";
import type { Actor, AuditEvent } from "../../domain/access/auditEntry.ts";
import type { Gateway } from "../gateway.ts";
import type { SignedIn } from "./access.ts";

/** What happened, beside who and when. */
export type Action = Readonly<{
  action: string; // "<thing>.<past participle>", such as "role.changed"
  storeId?: string | undefined;
  subject?: string | undefined;
  before?: unknown;
  after?: unknown;
}>;

/**
 * Appends an action to the audit log. Where that fails, the action stays done and the log says so: what was
 * changed must not be reported as failed.
 */
export async function recordAction(
  { persistence, clock, log }: Pick<Gateway, "persistence" | "clock" | "log">,
  by: Readonly<{ actor: Actor; address?: string | undefined }>,
  { action, storeId, subject, before, after }: Action,
): Promise<void> {
  const at: Instant = clock();
  const { actor, address } = by;
  const event: AuditEvent = { at, actor, action, storeId, subject, before, after, address };
  await persistence.auditLog.append(event).catch((error: unknown) => {
    log.error("audit_log.not_written", { error, action, actor: actor.id, subject });
  });
}

/** The actor that a signed-in user is, with the address of the session's network. */
export function actorOf({ user, session }: SignedIn): Readonly<{ actor: Actor; address: string }> {
  return { actor: { kind: "user", id: user.id, name: user.name }, address: session.address };
}
