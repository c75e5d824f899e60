import { scriptOf, type BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import { selectCoins } from "../../../bitcoin/codec/coinSelection.ts";
import { BITCOIN } from "../../catalog.ts";
import { screened } from "../../checks/screenPayments.ts";
import { draftWrites, observe } from "../../observe.ts";
import type { NetworkParts } from "../../parts.ts";
import type { BridgeRequest } from "../../request.ts";
import { bitcoinHoldings, solverScript, type BitcoinHoldings } from "./coins.ts";
import { signBitcoin, takeCoins } from "./payments.ts";
import { fillEach } from "../isolateFailure.ts";
import { withOwnAllocator } from "../ownAllocator.ts";
import { keepRefused, notFillable, requote } from "../requote.ts";
import { fillLater } from "../waitForRoom.ts";

/** Change above it comes back as two coins, so that the next two fills need not wait for each other. */
export const SPLIT_CHANGE_ABOVE = 1_000_000n; // sats
const ENOUGH_COINS = 100; // for as many fills in one block; more would only cost fees

/** The coin budget of one run: what one fill takes is not there for the next. */
export type CoinBudget = { readonly own: string; readonly satPerKvb: bigint; holdings: BitcoinHoldings };

/** Opens the solver's coin budget. Throws HttpFailure when no explorer gave a fee rate. */
export async function openCoinBudget(parts: NetworkParts): Promise<CoinBudget> {
  const [satPerKvb, holdings] = await Promise.all([parts.market.satPerKvb(), bitcoinHoldings(parts.store)]);
  return { own: solverScript(parts), satPerKvb, holdings };
}

/**
 * Fills confirmed deposits that go to Bitcoin: screened, re-quoted at the prices of now, then one payment each from the solver's coins,
 * signed and stored before it is sent, or refused and given back. A request that the solver can pay as soon as its own change
 * is in a block waits for that.
 */
export async function fillOnBitcoin(parts: NetworkParts, requests: readonly BridgeRequest[]): Promise<void> {
  const served = await withOwnAllocator(parts, await screened(parts, requests, "fill"));
  if (served.length === 0) return;
  const budget = await openCoinBudget(parts);
  await fillEach(parts, served, (request) => fillOne(parts, budget, request));
}

async function fillOne(parts: NetworkParts, budget: CoinBudget, request: BridgeRequest): Promise<void> {
  const { free, coming } = budget.holdings;
  const { draft, amount, charge } = await requote(parts, request, BITCOIN, {
    capacityOf: async () => free + coming,
  });
  if (amount === undefined) return keepRefused(parts, draft);
  const plan = payFrom(budget, scriptOf(parts.bitcoin.network, request.recipient as BitcoinAddress), amount); // checked for a Bitcoin destination
  if (plan.kind === "below-dust") return notFillable(parts, request, "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL");
  if (plan.kind === "insufficient") {
    if (coming > 0n) return parts.log.debug("network.waits_for_change", { request: request.id });
    return notFillable(parts, request, "SOLVER_BALANCE_TOO_LOW");
  }
  const id = `${request.id}/fill`;
  const { own, satPerKvb, holdings } = budget;
  const purpose = {
    ...({ id, requestId: request.id, kind: "fill", amount, plan, changeTo: own, satPerKvb } as const),
    takes: takeCoins(parts, holdings.coins, id, plan.inputs),
  };
  const payment = { requestId: request.id, currency: BITCOIN, amount };
  const noRoom = await parts.limits.within("filler", payment, (spent) =>
    signBitcoin(parts, purpose, ({ txid: hash }) => [
      ...draftWrites(parts.store, observe(draft, { kind: "fill-signed", hash, at: parts.clock() }).draft),
      ...charge,
      ...spent,
    ]),
  );
  if (noRoom) return fillLater(parts, request, noRoom, amount);
  spend(budget, plan);
}

/** The plan of a payment to one script from the coins of the budget. */
export function payFrom(
  { own, satPerKvb, holdings }: CoinBudget,
  script: string,
  value: bigint,
): ReturnType<typeof selectCoins> {
  return selectCoins({
    coins: holdings.coins,
    targets: [{ script, value }],
    satPerKvb,
    changeScript: own,
    splitChangeAbove: splitAbove(holdings),
  });
}

/** Where change is split: nowhere, once there are coins enough. */
export function splitAbove({ coins }: BitcoinHoldings): bigint | undefined {
  return coins.length < ENOUGH_COINS ? SPLIT_CHANGE_ABOVE : undefined;
}

/** Takes a payment out of the budget: its coins are spent, its change is coming. */
export function spend(
  budget: CoinBudget,
  plan: Extract<ReturnType<typeof selectCoins>, { kind: "plan" }>,
): void {
  const { coins, free, coming } = budget.holdings;
  const taken = new Set(plan.inputs.map(({ outpoint }) => outpoint));
  const left = coins.filter(({ outpoint }) => !taken.has(outpoint));
  const change = plan.outputs.slice(plan.outputs.length - plan.change);
  const total = (list: readonly { value: bigint }[]) => list.reduce((all, { value }) => all + value, 0n);
  budget.holdings = { coins: left, free: free - total(plan.inputs), coming: coming + total(change) };
}
