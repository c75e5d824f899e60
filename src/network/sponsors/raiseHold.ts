import type { Write } from "../../database/driver.ts";
import type { EvmCall } from "../chains/evm.ts";
import type { NetworkParts } from "../parts.ts";
import {
  executionById,
  executionOfPayment,
  raiseMost,
  takeTurn,
  type Execution,
} from "../persistence/executions.ts";
import { appBalance } from "./balance.ts";
import { inDollars } from "./cost.ts";

const DATA_BYTES = 250n; // of a transaction around its data
const AUTHORIZATION_BYTES = 110n; // of each authorization (EIP-7702)

/** A call as it is signed. */
type SignedCall = Readonly<{ call: Pick<EvmCall, "data" | "authorizationList">; gas: bigint }>;

/** What a call may cost in wei at a gas price. Throws HttpFailure when the chain gave no answer. */
export async function mostWei(
  { market }: Pick<NetworkParts, "market">,
  chainId: number,
  { call, gas }: SignedCall,
  gasPrice: bigint,
): Promise<bigint> {
  const { data, authorizationList = [] } = call;
  const bytes =
    DATA_BYTES + BigInt(data.length) / 2n + AUTHORIZATION_BYTES * BigInt(authorizationList.length);
  return gas * gasPrice + (await market.dataFee(chainId, bytes));
}

/**
 * The writes that hold more of an application's balance for a call that is to be sent at a higher gas price; undefined where its
 * limits or its balance do not allow that. They belong into the commit that signs it. Throws HttpFailure when the chain gave no
 * answer.
 */
export async function raiseHold(
  parts: Pick<NetworkParts, "store" | "clock" | "market">,
  paymentId: string,
  signed: SignedCall & Readonly<{ chainId: number; gasPrice: bigint }>,
): Promise<readonly Write[] | undefined> {
  const { store } = parts;
  const execution = await executionOf(parts, paymentId);
  const wei = await mostWei(parts, signed.chainId, signed, signed.gasPrice);
  const most = inDollars(wei, execution.coinUsd);
  const more = most - execution.most;
  if (more <= 0n) return [];
  const app = await appBalance(parts, execution.owner);
  if (!app || most > app.sponsor.perCall || more > app.leftToday || more > app.available) return undefined;
  return [takeTurn(store, app.sponsor), raiseMost(store, execution.id, most)];
}

async function executionOf({ store }: Pick<NetworkParts, "store">, paymentId: string): Promise<Execution> {
  const execution = await executionById(store, executionOfPayment(paymentId));
  if (execution) return execution;
  throw new Error(`Payment ${paymentId} is a call that is not in the database. Restore a backup.`);
}
