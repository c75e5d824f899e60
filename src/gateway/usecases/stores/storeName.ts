import { hasUnseen } from "../../../values/shownText.ts";
import { OptionError } from "./optionError.ts";
import { sentence } from "../../../values/sentence.ts";

const LONGEST_NAME = 100; // as in the merchant API

/** The name of a store as a command line gives it, trimmed. Throws OptionError for one that payers could not be shown. */
export function readStoreName(text: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= LONGEST_NAME && !hasUnseen(name)) return name;
  throw new OptionError(
    "name",
    sentence("a name of 1 to {most} characters, without control and format characters.", {
      most: LONGEST_NAME,
    }),
  );
}
