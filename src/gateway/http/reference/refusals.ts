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

export const REFUSALS = [
  { status: 400, name: "Unreadable", about: "It could not be read, or is not possible as things stand." },
  { status: 401, name: "NoKey", about: "No key came, or one that opens nothing." },
  { status: 403, name: "NotAllowed", about: "The key lacks a permission, which the answer names." },
  { status: 404, name: "NotFound", about: "There is no such thing in this store." },
  {
    status: 409,
    name: "UnderWay",
    about: "The first call with this Idempotency-Key is still under way: try again after `Retry-After`.",
  },
  { status: 422, name: "Wrong", about: "Something in it is wrong: a list of everything that is." },
  { status: 429, name: "TooMany", about: "Too many calls: try again after `Retry-After`." },
  { status: 503, name: "NotNow", about: "Not possible right now: try again after `Retry-After`. Nothing was changed." },
] as const; // prettier-ignore
