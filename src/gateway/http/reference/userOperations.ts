import { z } from "zod";
import { keyAnswer } from "../answers/store.ts";
import {
  notificationAnswer,
  notificationSettingsAnswer,
  roleAnswer,
  storeUserAnswer,
  userAnswer,
} from "../answers/user.ts";
import { keyBody } from "../api/keyRoutes.ts";
import {
  addUserBody,
  notificationSettingsBody,
  ownUserBody,
  roleBody,
  seenBody,
} from "../api/users/userBodies.ts";
import type { Area } from "./operation.ts";
import { optionalFlag, optionalTexts, page } from "./query.ts";

const ABOUT_OWN =
  "A key that a user has made in the browser is of that user. Permissions that begin with `btcpay.user.` are about this user only, and `unrestricted`, which is of the store, does not include them. A key of no user answers 404.";

/** Users of a store, the user of the key, and its notifications. */
export const userArea = {
  name: "Users and notifications",
  about: ABOUT_OWN,
  operations: {
    listStoreUsers: {
      summary: "List the store's users",
      needs: "canmanageusers",
      answer: z.array(storeUserAnswer),
    },
    addStoreUser: {
      summary: "Add a user to the store",
      about:
        "One who has an account here, in a role that may do no more than the key. People without an account are invited in the browser.",
      needs: "canmanageusers",
      body: addUserBody,
      example: { userId: "grace@shop.example", role: "cashier" },
    },
    changeStoreUser: {
      summary: "Give a user another role",
      about: "Neither the old role nor the new one may do more than the key. A store keeps an owner.",
      needs: "canmanageusers",
      body: roleBody,
      example: { role: "viewer" },
    },
    removeStoreUser: {
      summary: "Take a user out of the store",
      about: "The account stays. A store keeps an owner.",
      needs: "canmanageusers",
    },
    listStoreRoles: {
      summary: "List the roles that the store's users can have",
      needs: "canmodifystoresettings",
      answer: z.array(roleAnswer),
    },
    listServerRoles: {
      summary: "List the roles that every store has",
      needs: "canmodifystoresettings",
      answer: z.array(roleAnswer),
    },
    getOwnUser: {
      summary: "Ask whose key it is",
      needs: "user.canviewprofile",
      answer: userAnswer,
    },
    changeOwnUser: {
      summary: "Change the user's language and theme",
      about:
        "Name, e-mail address and password are changed in the browser only, where the password is asked for.",
      needs: "user.canmodifyprofile",
      body: ownUserBody,
      answer: userAnswer,
      example: { crosstill: { language: "de", theme: "dark" } },
    },
    createUserApiKey: {
      summary: "Make another key of the user",
      about: "As `POST /api-keys`. Of other users than the key's own a key makes none: 404.",
      needs: "unrestricted",
      body: keyBody,
      answer: keyAnswer,
      example: { label: "Till", permissions: ["btcpay.store.cancreateinvoice"] },
    },
    deleteUserApiKey: {
      summary: "Revoke another key, as the user",
      about: "As `DELETE /api-keys/{apiKey}`.",
      needs: "unrestricted",
    },
    listNotifications: {
      mayBeWrong: true,
      summary: "List what the user was told",
      about: "In all stores of the user, the newest first.",
      needs: "user.canviewnotificationsforuser",
      query: z.object({
        seen: optionalFlag("Only those that the user has seen, or has not"),
        storeId: optionalTexts("Only those about these stores"),
        ...page,
      }),
      answer: z.array(notificationAnswer),
    },
    getNotification: {
      summary: "Read a notification",
      needs: "user.canviewnotificationsforuser",
      answer: notificationAnswer,
    },
    changeNotification: {
      summary: "Mark a notification as seen",
      needs: "user.canmanagenotificationsforuser",
      body: seenBody,
      answer: notificationAnswer,
      example: { seen: true },
    },
    deleteNotification: {
      summary: "Remove a notification",
      needs: "user.canmanagenotificationsforuser",
    },
    getNotificationSettings: {
      summary: "Read what the user wants to be told",
      needs: "user.canmanagenotificationsforuser",
      answer: notificationSettingsAnswer,
    },
    changeNotificationSettings: {
      summary: "Choose what the user wants to be told",
      about: "On the page with the bell. Which of them are mailed is chosen in the browser.",
      needs: "user.canmanagenotificationsforuser",
      body: notificationSettingsBody,
      answer: notificationSettingsAnswer,
      example: { disabled: ["settings_changed"] },
    },
  },
} satisfies Area;
