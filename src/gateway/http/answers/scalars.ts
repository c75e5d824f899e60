import { z } from "zod";

/** What answers are made of. Amounts are text, so that no client rounds them; times are whole seconds. */

/** The type of an answer of this schema. */
export type Answer<Schema extends z.ZodType> = Fixed<z.output<Schema>>;
type Fixed<Value> = Value extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Fixed<Value[Name]> }
    : Value;

/** A decimal number as text, such as "25.00"; `of` describes what it counts. */
export const decimal = (of: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .describe(of);

/** A whole number of smallest units as text. */
export const units = (of: string) => z.string().regex(/^\d+$/).describe(of);

export const seconds = (of: string) => z.int().describe(`${of}, in unix seconds`);

export const text = (of: string) => z.string().describe(of);

export const id = (of: string) => z.string().describe(`The id of ${of}`);

export const flag = (of: string) => z.boolean().describe(of);
