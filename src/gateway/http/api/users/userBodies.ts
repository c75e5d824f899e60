import { z } from "zod";
import { LANGUAGES } from "../../../../languages/languages.ts";
import { ValidationError } from "../../errors.ts";
import { nullish } from "../nullish.ts";
import { problemsOf } from "../problems.ts";

const text = nullish(z.string().trim().max(500));
const role = {
  role: text.describe("The name of a role of the store, such as cashier"),
  storeRole: text.describe("The same, as newer clients call it"),
};
const isRoleSaid = ({ role: one, storeRole }: Readonly<{ role?: unknown; storeRole?: unknown }>) =>
  (one ?? storeRole ?? "") !== "";
const ROLE_MISSING = { path: ["role"], message: "Expected the name of a role, such as cashier" };

/** POST …/users. */
export const addUserBody = z
  .object({
    userId: text.describe("The user's id, or the e-mail address"),
    id: text.describe("The same, as newer clients call it"),
    email: text.describe("The e-mail address, where no id is said"),
    ...role,
  })
  .refine(isRoleSaid, ROLE_MISSING)
  .refine(({ userId, id, email }) => (userId ?? id ?? email ?? "") !== "", {
    path: ["userId"],
    message: "Expected the user's id or e-mail address",
  });

/** PUT …/users/{idOrEmail}. */
export const roleBody = z.object(role).refine(isRoleSaid, ROLE_MISSING);

/** PUT /users/me. What is not of `crosstill` is taken as it stands only. */
export const ownUserBody = z.object({
  name: text,
  email: text,
  currentPassword: nullish(z.string().max(500)).describe("Refused"),
  newPassword: nullish(z.string().max(500)).describe("Refused"),
  crosstill: nullish(
    z.strictObject({
      language: nullish(z.enum(LANGUAGES)).describe("Of the pages, and of e-mails to the user"),
      theme: nullish(z.enum(["light", "dark"])),
    }),
  ),
});

/** PUT …/notifications/{id}. */
export const seenBody = z.object({
  seen: nullish(z.boolean()).describe("Without it what was seen is unseen, and the reverse"),
});

/** PUT …/notification-settings. */
export const notificationSettingsBody = z.object({
  disabled: z
    .array(z.string().max(100), "Expected a list of kinds of notifications, or of `all` alone")
    .max(100)
    .describe("The kinds that the user does not want to see, or `all`"),
});

/** A body by its schema. Throws ValidationError. */
export function readUserBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  return parsed.data;
}
