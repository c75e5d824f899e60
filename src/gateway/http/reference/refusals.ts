import { z } from "zod";
import { text } from "../answers/scalars.ts";

/** How the API refuses. */

export const refusalAnswer = z
  .looseObject({ code: text("For programs, such as invoice-not-found"), message: text("For people") })
  .meta({ id: "Refusal" });

export const problemAnswer = z
  .looseObject({
    path: text("The field, such as Checkout.PaymentMethods[0]"),
    message: text("What was expected, and what came"),
    code: text("For programs").optional(),
  })
  .meta({ id: "Problem" });

/** What each status of an error means. */
export const ABOUT_STATUS: Readonly<Record<number, string>> = {
  400: "The request could not be read, or is not possible in the present state.",
  401: "No key was sent, or one that is unknown, expired or revoked.",
  403: "The key lacks a permission, which the message names.",
  404: "The store has no such object.",
  409: "Another call is changing the same object, or a call with this Idempotency-Key has not ended. Repeat it after `Retry-After`.",
  410: "It existed, and was removed.",
  413: "The body is larger than allowed.",
  422: "Fields are wrong: a list with one entry for each.",
  429: "Too many calls: repeat it after `Retry-After`.",
  503: "Not possible at the moment: repeat it after `Retry-After`. Nothing was changed.",
};
