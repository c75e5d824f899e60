import type { MailSettings } from "../../gateway/usecases/stores/merchantStore.ts";
import { MOST_ADDRESS_DAYS, MOST_REMINDER_MINUTES } from "../../gateway/domain/mail/mail.ts";
import { oneOf } from "./policyOptions.ts";
import { option } from "./withPersistence.ts";

/** The options for mail to a store's customers, and for the retention time of their addresses. */
export const MAIL_OPTIONS: readonly string[] = ["mail-invoices", "mail-reminder", "mail-address-days"];

export const MAIL_USAGE =
  "[--mail-invoices on|off] [--mail-reminder <minutes>|none] [--mail-address-days <number>]";

/** The settings with the options applied. Throws for invalid values. */
export function readMailOptions(args: readonly string[], known: MailSettings): MailSettings {
  const invoices = oneOf(args, "mail-invoices", ["on", "off"]);
  return {
    invoices: invoices === undefined ? known.invoices : invoices === "on",
    remindMinutes: readReminder(args, known.remindMinutes),
    keepDays: readNumber(args, "mail-address-days", MOST_ADDRESS_DAYS, "for how many days") ?? known.keepDays,
  };
}

/** The settings as lines of "name  value", for people. */
export function describeMail({
  invoices,
  remindMinutes,
  keepDays,
}: MailSettings): Readonly<Record<string, string>> {
  return {
    "mail invoices": invoices ? "on" : "off",
    "mail reminder": remindMinutes === undefined ? NONE : `${remindMinutes} minutes`,
    "mail address days": String(keepDays),
  };
}

const NONE = "none";

function readReminder(args: readonly string[], known: number | undefined): number | undefined {
  if (option(args, "mail-reminder") === NONE) return undefined;
  const what = `${NONE}, or how many minutes before the price promise ends`;
  return readNumber(args, "mail-reminder", MOST_REMINDER_MINUTES, what) ?? known;
}

function readNumber(args: readonly string[], name: string, most: number, what: string): number | undefined {
  const text = option(args, name);
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new Error(`--${name} expects ${what}, from 1 to ${most}; got "${text}".`);
}
