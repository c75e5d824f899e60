import type { MailSettings } from "./merchantStore.ts";
import { MOST_ADDRESS_DAYS, MOST_REMINDER_MINUTES } from "../../domain/mail/mail.ts";
import { oneOf } from "./policyOptions.ts";
import { OptionError, type Given } from "./optionError.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";

/** The settings with the options applied. Throws for invalid values. */
export function readMailOptions(given: Given, known: MailSettings): MailSettings {
  const invoices = oneOf(given, "mail-invoices", ["on", "off"]);
  return {
    invoices: invoices === undefined ? known.invoices : invoices === "on",
    remindMinutes: readReminder(given, known.remindMinutes),
    keepDays:
      readNumber(given, "mail-address-days", MOST_ADDRESS_DAYS, sentence("for how many days")) ??
      known.keepDays,
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

function readReminder(given: Given, known: number | undefined): number | undefined {
  if (given.option("mail-reminder") === NONE) return undefined;
  const what = sentence("none, or how many minutes before the price promise ends");
  return readNumber(given, "mail-reminder", MOST_REMINDER_MINUTES, what) ?? known;
}

function readNumber(given: Given, name: string, most: number, what: Sentence): number | undefined {
  const text = given.option(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new OptionError(name, sentence('{what}, from 1 to {most}; got "{text}".', { what, most, text }));
}
