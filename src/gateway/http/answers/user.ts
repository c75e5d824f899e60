import { z } from "zod";
import { LANGUAGES } from "../../../languages/languages.ts";
import { flag, id, seconds, text } from "./scalars.ts";

/** Users, roles and notifications as the merchant API answers them (Greenfield). Nothing that proves who a user is stands there. */

const noPicture = z.null().describe("There are no pictures of users");

export const userAnswer = z
  .strictObject({
    id: id("the user"),
    name: text("What the user signs in with"),
    email: text("Where security notices go").nullable(),
    imageUrl: noPicture,
    emailConfirmed: flag("Always false: addresses are not checked"),
    requiresEmailConfirmation: flag("Always false"),
    approved: flag("Always true"),
    requiresApproval: flag("Always false"),
    created: seconds("When the account was made"),
    disabled: flag("The user may not sign in"),
    roles: z.array(z.string()).describe("`ServerAdmin` of an administrator"),
    crosstill: z.strictObject({
      language: z.enum(LANGUAGES).nullable().describe("Of the pages; null where the browser's counts"),
      theme: z.enum(["light", "dark"]).nullable().describe("Null where the system's counts"),
    }),
  })
  .meta({ id: "User" });

export const storeUserAnswer = z
  .strictObject({
    userId: id("the user"),
    role: text("What the user is in the store, such as cashier"),
    id: text("The same as `userId`"),
    storeRole: text("The same as `role`"),
    name: z.string(),
    email: z.string().nullable(),
    imageUrl: noPicture,
    disabled: flag("The user may not sign in"),
  })
  .meta({ id: "StoreUser" });

export const roleAnswer = z
  .strictObject({
    id: text("Its name; of a role of the store alone with the store's id and `::` before it"),
    role: text("Its name"),
    permissions: z.array(z.string()),
    isServerRole: flag("Every store has it"),
  })
  .meta({ id: "Role" });

export const notificationAnswer = z
  .strictObject({
    id: id("the notification"),
    identifier: text("Its kind, such as payout_waiting"),
    type: text("The same"),
    body: text("What the user is told, as HTML"),
    storeId: z.string().nullable(),
    link: text("The page where something can be done about it"),
    createdTime: seconds("When the user was told"),
    seen: z.boolean(),
  })
  .meta({ id: "Notification" });

export const notificationSettingsAnswer = z
  .strictObject({
    notifications: z.array(
      z.strictObject({
        identifier: text("A kind of notifications"),
        name: text("What it is about"),
        enabled: flag("The user sees it on the page"),
      }),
    ),
  })
  .meta({ id: "NotificationSettings" });
