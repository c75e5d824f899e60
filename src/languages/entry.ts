/**
 * One text of a catalog. `{name}` stands for a value. Where a `{count}` decides the form of a word there is one text for each
 * form that the language has (CLDR's names; `other` always).
 */
export type Entry = string | Plural;
export type Plural = Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The texts of an area in another language than English: the same keys, checked where they are written. */
export type Texts<English> = Readonly<Record<keyof English, Entry>>;

/** The names of the values that an entry needs. */
export type NamesIn<One> = One extends string ? Names<One> : Names<Extract<One[keyof One], string>>;
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
