import type { Settlement } from "../../../domain/invoices/invoice.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { settlementText } from "../../../usecases/stores/settlements.ts";

/** Why a person is asked whether an address is their own; `about` is what the confirmation names. */
export type AddressWarning = Readonly<{ kind: "contract" | "unchecked"; about: string; chain: string }>;

/** Undefined for an address of an account. Where it may be a contract, or could not be looked at, the person is asked. */
export async function addressWarning(
  { contracts, log }: Pick<Gateway, "contracts" | "log">,
  settlement: Settlement,
): Promise<AddressWarning | undefined> {
  const { chainId, chainName: chain, recipient } = settlement;
  const about = settlementText(settlement);
  try {
    const isContract = await contracts.get(chainId)?.(recipient);
    if (isContract === undefined) return { kind: "unchecked", about, chain };
    return isContract ? { kind: "contract", about, chain } : undefined;
  } catch (error) {
    log.warn("store.address_unchecked", { chainId, error });
    return { kind: "unchecked", about, chain };
  }
}
