import { z } from "zod";
import type { Lacking, ListCondition, ListGroup, OneFilter } from "../persistence/requestList.ts";
import { Refusal } from "./refusals.ts";

/** How long the text of `filters` may be, and how many values it may name. */
export const LONGEST_FILTERS = 16_384;
const MOST_VALUES = 200;
const MOST_GROUPS = 50; // each is a part of one SQL expression

const LACKING: readonly Lacking[] = [
  ...(["depositAddress", "depositTxHash", "fillTxHash", "refundTxHash"] as const),
  ...(["failReason", "refundFailReason"] as const),
];

const value = z.union([z.string(), z.number().int(), z.null()]);
const groupsSchema = z.array(z.record(z.string(), z.union([value, z.array(value).min(1)]))).min(1);

/** How a field of a group is read, and which fields are identifiers of requests. */
type Fields = Readonly<{
  readOne(field: string, text: string): OneFilter;
  isName(field: string): boolean;
}>;

/**
 * Reads the parameter `filters` (service-facts 5.2): a JSON array of groups of which one must match. Within a group all fields must;
 * an array is "one of them", "not:" before a value excludes it, and null means "has none". Unless the whole call names a request
 * (`isNamed`), a group without an identifier among its values finds requests of the key `owner` only; so does one with a referrer.
 * Throws Refusal.
 */
export function readGroups(
  text: string,
  { readOne, isName }: Fields,
  { owner, isNamed }: Readonly<{ owner: string | undefined; isNamed: boolean }>,
): readonly ListGroup[] {
  const groups = parseGroups(text);
  if (groups.length > MOST_GROUPS) throw refusal(`at most ${MOST_GROUPS} groups`);
  if (groups.flatMap((group) => Object.values(group).flat()).length > MOST_VALUES)
    throw refusal(`at most ${MOST_VALUES} values`);
  return groups.map((group) => {
    const conditions = Object.entries(group).map(([field, values]) => ({
      field,
      ...conditionOf(field, [values].flat(), readOne),
    }));
    const names = ({ field, among: [first] }: (typeof conditions)[number]) =>
      isName(field) && first !== undefined && first.lacks === undefined;
    const isOpen = (isNamed || conditions.some(names)) && !("referrer" in group);
    return { owner: isOpen ? undefined : owner, conditions };
  });
}

function parseGroups(text: string): z.infer<typeof groupsSchema> {
  try {
    return groupsSchema.parse(JSON.parse(text));
  } catch {
    throw refusal('a JSON array of objects, such as [{"depositAddress":["A","B"]}]');
  }
}

function conditionOf(
  field: string,
  values: readonly z.infer<typeof value>[],
  readOne: (field: string, text: string) => OneFilter,
): ListCondition {
  if (values.includes(null)) {
    if (values.length > 1) throw refusal(`null or values for ${field}, not both`);
    const lacks = LACKING.find((name) => name === field);
    if (lacks === undefined) throw refusal(`a value for ${field}: null means nothing there`);
    return { among: [{ lacks }], without: [] };
  }
  const texts = values.map(String);
  const [positive, negative] = [
    texts.filter((one) => !one.startsWith(NOT)),
    texts.filter((one) => one.startsWith(NOT)),
  ];
  return {
    among: positive.map((one) => readOne(field, one)),
    without: negative.map((one) => readOne(field, one.slice(NOT.length))),
  };
}

const NOT = "not:";

function refusal(expected: string): Refusal {
  return new Refusal("INVALID_REQUEST", `filters: expected ${expected}.`);
}
