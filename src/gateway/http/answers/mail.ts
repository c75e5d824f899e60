import { z } from "zod";
import { MAIL_KINDS, MAIL_ROLES, MAIL_STATES } from "../../domain/mail/mail.ts";
import { id, seconds, text } from "./scalars.ts";

/** A message about an invoice, as the merchant API answers it. */
export const mailAnswer = z
  .strictObject({
    id: id("the message"),
    kind: z.enum(MAIL_KINDS).describe("What it says"),
    to: z
      .enum(MAIL_ROLES)
      .describe("The customer that the merchant named, or the payer who left an address on the page"),
    state: z
      .enum(MAIL_STATES)
      .describe(
        "bounced: the mail server refused it for good; failed: two days have passed; dropped: it was overtaken",
      ),
    attempts: z.int().describe("How often it was tried"),
    createdTime: seconds("Since when it is owed"),
    nextAttempt: seconds("When it is tried next, or sent first").nullable(),
    endedTime: seconds("When it was sent or given up").nullable(),
    lastError: text("What the mail server said, without addresses, or why it was not sent").nullable(),
  })
  .meta({ id: "InvoiceMail", description: "An e-mail about an invoice, and what became of it." });
