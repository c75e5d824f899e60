/** One choice of a field. */
export type Choice = Readonly<{ value: string; label: string }>;

/** A field of a settings form, by the name of the option of "crosstill stores set" that it sets. */
export type Field = Readonly<{
  name: string;
  label: string;
  note?: string; // one sentence of what it means
  kind: "text" | "number" | "email" | "switch" | "select" | "address";
  choices?: readonly Choice[]; // of a select
  suggestions?: readonly string[]; // of a text
  none?: string; // what an empty field stands for; without it an empty field is an error
  isOptional?: true;
}>;

/** Some fields of a page under a heading. */
export type Group = Readonly<{ title: string; note?: string; fields: readonly Field[] }>;
