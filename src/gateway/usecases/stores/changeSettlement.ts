import { sentence } from "../../../values/sentence.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { Approver } from "../payouts/secondPerson.ts";
import { proposeChange, type GuardedChange } from "./guardedChanges.ts";
import type { MerchantStore } from "./merchantStore.ts";
import { settlementText } from "./settlements.ts";

/**
 * Gives a store another settlement for the invoices that it issues from then on; open invoices keep theirs. `from` is the present
 * settlement as the person saw it (`settlementText`). Throws GatewayError settlement_changed where the store has another one by
 * now, and as proposeChange.
 */
export async function changeSettlement(
  gateway: Pick<Gateway, "persistence" | "clock">,
  store: MerchantStore,
  { from, to }: Readonly<{ from: string; to: Settlement }>,
  by: Approver,
): Promise<GuardedChange<"settlement">> {
  if (settlementText(store.settings.settlement) !== from)
    throw new GatewayError(
      "settlement_changed",
      sentence(
        "The store is paid in another coin or at another address by now. Look at the present settlement, and fill in the form again.",
      ),
    );
  return proposeChange(gateway, store, "settlement", to, by);
}
