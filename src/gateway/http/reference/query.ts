import { z } from "zod";

/** What may stand in the query of a list. Text, as everything in a query is; a client may write numbers and switches as such. */

const whole = z.union([z.int().nonnegative(), z.string().regex(/^\d+$/)]);
const choice = z.union([z.boolean(), z.enum(["true", "false"])]);
const several = z.union([z.string(), z.array(z.string())]);

export const optionalWhole = (of: string) => whole.optional().describe(of);
export const optionalFlag = (of: string) => choice.optional().describe(of);
export const optionalTexts = (of: string) => several.optional().describe(of);
export const optionalText = (of: string) => z.string().optional().describe(of);

/** A page by numbers, as Greenfield's clients ask for it. */
export const page = {
  skip: optionalWhole("How many to leave out"),
  take: optionalWhole("How many at most; 1000 when nothing is said"),
};

/** A page that begins after the last one's last id: it stays right while the list grows. */
export const pageAfter = {
  after: optionalText("The id that was last on the page before"),
  limit: optionalWhole("How many at most; 1000 when nothing is said"),
  skip: page.skip,
};
