import { z } from "zod";
import { decimal, flag, id, seconds, text } from "./scalars.ts";

/** A month of a store's books, as the merchant API answers it. */

const figure = {
  opening: decimal("On its way when the month began"),
  received: decimal("From payers"),
  converted: decimal("Given away for another coin"),
  brought: decimal("By conversions into this coin, before fees"),
  fees: decimal("Taken by fees"),
  surplus: decimal("Lost to moving prices; below zero: gained"),
  refunded: decimal("Sent back to payers by the service"),
  settled: decimal("Passed on to the shop’s address"),
  closing: decimal("On its way at the end"),
  paidOut: decimal("What refunds and payouts from the shop’s own wallet brought; in no sum"),
  spent: decimal("What left the shop’s own wallet for refunds and payouts; in no sum"),
  payoutCost: decimal("Of it, what the service’s conversions cost; below zero: gained"),
};

const coin = z.strictObject({
  chainId: z.int(),
  chainName: z.string(),
  currency: text("The coin’s contract"),
  symbol: z.string().nullable(),
  decimals: z.int().nullable(),
  units: z.strictObject(figure).describe("In smallest units"),
  amounts: z.strictObject(figure).nullable().describe("In the coin; null where its decimals are unknown"),
});

const worth = z.strictObject({
  currency: text("In which the store’s books are kept"),
  payments: z.int().describe("How many ended"),
  unvalued: z.int().describe("How many of them could not be valued: they are in no sum"),
  settled: decimal(
    "What arrived was worth: payments when each was first seen, refunded unattributed funds when the refund was paid",
  ),
  cost: decimal("What its conversion took beside that"),
  costUnknown: z.int().describe("The cost of so many conversions is unknown, and not in it"),
  refunded: decimal("What was sent back was worth"),
  payouts: z.int().describe("How many refunds and payouts of the shop’s own were completed"),
  unvaluedPayouts: z.int().describe("How many of them could not be valued: they are not in paidOut"),
  paidOut: decimal("What they were worth when they were completed"),
});

export const statementAnswer = z
  .strictObject({
    storeId: id("the store"),
    month: text("Such as 2026-11"),
    zone: text("In which it begins and ends"),
    from: seconds("When it begins"),
    until: seconds("Up to when it is told: its end, or five seconds ago while it is running"),
    isFinal: flag("It has ended, and does not change any more"),
    worth,
    coins: z
      .array(coin)
      .describe(
        "Of each: opening + received − converted + brought − fees − surplus − refunded − settled = closing",
      ),
    faults: z
      .array(z.string())
      .describe("What does not add up, in sentences: with one of them the statement must not be used"),
  })
  .meta({ id: "Statement", description: "A month of a store’s books." });
