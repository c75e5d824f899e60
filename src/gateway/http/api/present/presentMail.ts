import type { Mail } from "../../../domain/mail/mail.ts";
import { unixSeconds } from "../../../../values/time.ts";
import type { mailAnswer } from "../../answers/mail.ts";
import type { Answer } from "../../answers/scalars.ts";

/** A message as the merchant API shows it: what became of it, and never to which address. */
export function presentMail(mail: Mail): Answer<typeof mailAnswer> {
  const { id, kind, role, state, attempts, createdAt, dueAt, endedAt, error } = mail;
  return {
    id,
    kind,
    to: role,
    state,
    attempts,
    createdTime: unixSeconds(createdAt),
    nextAttempt: state === "due" ? unixSeconds(dueAt) : null,
    endedTime: endedAt === undefined ? null : unixSeconds(endedAt),
    lastError: error ?? null,
  };
}
