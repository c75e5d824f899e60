import { inEnglish, sentence, type Sentence } from "../../../values/sentence.ts";

/** What a person gave for the settings of a store, by the names of the options of "crosstill stores set": a command line or a form. */
export type Given = Readonly<{
  /** The last value of an option; undefined where it is not given, which changes nothing. */
  option(name: string): string | undefined;
  /** Every value of an option. */
  options(name: string): readonly string[];
}>;

/** An option has an invalid value. The message is for a command line; `expected` is what a form shows next to the field. */
export class OptionError extends Error {
  override name = "OptionError";
  constructor(
    readonly option: string,
    readonly expected: Sentence,
    cause?: unknown,
  ) {
    super(`--${option} expects ${inEnglish(expected)}`, { cause });
  }
}

/** What a form says beside the field. */
export function expectation({ expected }: OptionError): Sentence {
  return sentence("Expected {expected}", { expected });
}
