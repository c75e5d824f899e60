import { expect } from "chai";
import { parseDecimal } from "../../src/values/amount.ts";
import type { shopOf } from "./shop.ts";

/**
 * Pays a part of a new invoice in bitcoin, then at once what the API asks for, if it asks for anything. The invoice must
 * settle, and no part may be missing in the end.
 */
export async function payInTwoParts(
  shop: ReturnType<typeof shopOf>,
  part: (asked: bigint) => bigint,
  price = "42.50",
): Promise<void> {
  const { id } = await shop.invoice(price);
  await shop.pay(id, part(parseDecimal((await shop.bitcoin(id)).due, 8)));
  await shop.look(id);
  await shop.tick();
  if (parseDecimal((await shop.bitcoin(id)).due, 8) > 0n) await shop.pay(id);
  await shop.look(id);
  await shop.mine();
  for (let second = 0; second < 8; second++) await shop.tick();
  await shop.mine(); // a part that was too small to be converted goes back on the chain
  const { additionalStatus, crosstill } = await shop.until(id, "Settled");
  expect([additionalStatus, crosstill.anomalies]).to.deep.equal(["None", []]);
  expect((await shop.bitcoin(id)).due).to.equal("0");
}
