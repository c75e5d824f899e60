import { isoTime, type Instant } from "./time.ts";

/** A sentence for people: an English template such as "{coin} is off for this store.", and what stands for its places. */
export type Sentence = Readonly<{ template: string; values: Readonly<Record<string, SentenceValue>> }>;

/** A sentence as a value is translated too. A moment is shown as the reader's clock has it. */
export type SentenceValue = string | number | Sentence | Moment;

export type Moment = Readonly<{ moment: Instant }>;

/** A sentence that pages show in the reader's language: its template is a key of the merchants' catalogs. */
export function sentence(template: string, values: Sentence["values"] = {}): Sentence {
  return { template, values };
}

/** The sentence in English, as the API, the commands and the log have it. Throws for a missing value. */
export function inEnglish({ template, values }: Sentence): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Expected a value for {${name}} of the text "${template}".`);
    if (typeof value !== "object") return String(value);
    return "moment" in value ? isoTime(value.moment) : inEnglish(value);
  });
}

/** An error for people. Its message is English; where it has a `sentence`, a page can show that in another language. */
export class SentenceError extends Error {
  readonly sentence: Sentence | undefined;
  constructor(said: string | Sentence, options?: ErrorOptions) {
    super(typeof said === "string" ? said : inEnglish(said), options);
    this.sentence = typeof said === "string" ? undefined : said;
  }
}
