import { randomFraction } from "../../../values/ids.ts";
import { nextMailAt } from "../../domain/mail/mailRetry.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../values/time.ts";
import { inParallel } from "../inParallel.ts";
import type { ClaimedMail, MailMessage, MailResult } from "../../ports/mailPort.ts";
import type { Gateway } from "../gateway.ts";

const LEASE_MS = 2 * MINUTE_MS; // a message takes 45 seconds at most
const AT_ONCE = 10;
const ROUND_MS = 30 * SECOND_MS; // a run that lasts longer starts no more messages; the next run continues

/** Renders a message as it is to be sent now, or returns a sentence with the reason why it is dropped. */
export type WriteMail = (mail: ClaimedMail) => Promise<MailMessage | string>;

/**
 * Sends what is due. A message states the present state of its invoice; one that is no longer true is
 * dropped. A server that does not answer ends the run; only e-mail waits for it. After a crash between
 * sending and recording, a message is sent again under the same Message-ID.
 */
export async function sendMails(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence" | "mailer">,
  write: WriteMail,
): Promise<void> {
  const { persistence, clock, mailer } = gateway;
  if (!mailer) return;
  const begun = clock();
  for (let isDown = false; !isDown && clock() < begun + ROUND_MS;) {
    const claimed = await persistence.mails.claim(clock(), LEASE_MS, AT_ONCE);
    if (claimed.length === 0) return;
    await inParallel(gateway, "send mail", claimed, async (mail) => {
      if (isDown) return persistence.mails.release([mail]);
      isDown = (await sendOne(gateway, mailer, mail, write)) || isDown;
    });
  }
}

/** One attempt; true when the mail server is not to be had. */
async function sendOne(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence">,
  mailer: NonNullable<Gateway["mailer"]>,
  mail: ClaimedMail,
  write: WriteMail,
): Promise<boolean> {
  const { persistence, clock, log } = gateway;
  const message = await write(mail);
  if (typeof message === "string") {
    await persistence.mails.finish(mail, {
      state: "dropped",
      dueAt: mail.dueAt,
      at: clock(),
      error: message,
    });
    return false;
  }
  const outcome = await mailer.send(message);
  const result = resultOf(gateway, mail, outcome);
  await persistence.mails.finish(mail, result);
  const { state, error } = result;
  const said = { mail: mail.kind, ...subjectOf(mail), attempts: mail.attempts + 1, state, reason: error };
  if (state === "sent") log.info("mail.sent", said);
  else log.warn(state === "due" ? "mail.not_sent" : "mail.lost", said);
  return outcome.kind === "later" && outcome.isDown;
}

function subjectOf(mail: ClaimedMail) {
  if (mail.kind === "notice") return {};
  return mail.kind === "statement" ? { store: mail.storeId, month: mail.month } : { invoice: mail.invoiceId };
}

function resultOf(
  { clock, random }: Pick<Gateway, "clock" | "random">,
  { attempts, dueAt }: ClaimedMail,
  outcome: Awaited<ReturnType<NonNullable<Gateway["mailer"]>["send"]>>,
): MailResult {
  const at = clock();
  switch (outcome.kind) {
    case "taken":
      return { state: "sent", dueAt, at };
    case "refused":
      return { state: "bounced", dueAt, at, error: outcome.reason };
    case "later": {
      const next = nextMailAt(attempts + 1, at, randomFraction(random));
      return {
        state: next === undefined ? "failed" : "due",
        dueAt: next ?? dueAt,
        at,
        error: outcome.reason,
      };
    }
  }
}

/** Deletes the addresses of invoices that ended as long ago as their store keeps them. */
export async function forgetAddresses({
  persistence,
  clock,
  log,
}: Pick<Gateway, "clock" | "log" | "persistence">): Promise<void> {
  for (const { id, settings } of await persistence.stores.list()) {
    const deleted = await persistence.mails.forgetAddresses(id, clock() - settings.mail.keepDays * DAY_MS);
    if (deleted > 0) log.info("mail.addresses_deleted", { store: id, deleted });
  }
}
