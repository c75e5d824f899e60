import type { Request } from "express";
import type { Given } from "../../../usecases/stores/optionError.ts";
import { typedAmount } from "../../../../values/typedAmount.ts";
import { fieldOf } from "../fields.ts";
import type { Field } from "./field.ts";

const MOST_DECIMALS = 78; // of no coin in particular: a point is the decimal sign

type Texts = Readonly<Record<string, string>>;

/** What was typed into the fields of a form. A switch that is off is sent by no browser; another field that was not sent was not on the page. */
export function typedIn(request: Request, fields: readonly Field[]): Texts {
  const typed = fields.flatMap(({ name, kind }) => {
    const text = fieldOf(request, name)?.trim();
    if (kind === "switch") return [[name, text === "on" ? "on" : "off"]];
    if (text === undefined) return [];
    return [[name, kind === "number" ? typedAmount(text, MOST_DECIMALS) : text]];
  });
  return Object.fromEntries(typed) as Texts;
}

/** The fields that differ from what the page showed, as options. An empty one stands for its `none`. */
export function changedOptions(fields: readonly Field[], typed: Texts, shown: Texts): Texts {
  const said = fields.flatMap(({ name, none }) => {
    const text = typed[name];
    return text === undefined ? [] : [[name, text === "" ? (none ?? "") : text]];
  });
  return Object.fromEntries(said.filter(([name = "", text]) => text !== shown[name])) as Texts;
}

/** Options as a command line would give them. */
export function givenOf(options: Texts): Given {
  const option = (name: string) => options[name];
  return {
    option,
    options: (name) => {
      const text = option(name);
      return text === undefined ? [] : [text];
    },
  };
}
