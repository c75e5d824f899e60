import { encodeFunctionData, type Hex } from "viem";
import { sum } from "../../../values/amount.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { depositAddressFactoryAbi, routerAbi } from "../../../evm/codec/contracts.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import type { EvmCall } from "../../chains/evm.ts";
import { newRequestId } from "../../parts.ts";
import { SWEEP_BYTES } from "../../quote/costs.ts";
import {
  depositsAt,
  depositsToSweep,
  idOf,
  moveDeposit,
  type HeldDeposit,
} from "../../persistence/custody.ts";
import type { DepositRow } from "../../persistence/rows.ts";
import { gasLimit, SWEEP_GAS } from "./gas.ts";
import { isBackedOff, backOff, type SolverParts } from "../memory.ts";
import { nextPage } from "../pages.ts";
import { COLLECT_AFTER_MS } from "../settings.ts";
import { openRun, signPayment, type EvmRun } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";
import { valuer } from "../worth.ts";

const LOOKED_AT = 500;
const IN_ONE_TURN = 20; // addresses
const RETRY_MS = 10 * MINUTE_MS;
const WORTH_TIMES_GAS = 4n;

/** A deposit address with money that is to be brought to the depository. */
type Place = Readonly<{ address: EvmAddress; salt: Hex; held: readonly HeldDeposit[] }>;

/**
 * Brings money from deposit addresses of a chain into the depository, as many addresses in one transaction as the setting says: at once what is
 * to be refunded and was found worth it (see refundOnEvm); with `settled` also what belongs to the service, once it is worth several times the gas. What may still have
 * to be given back by a person stays where it is.
 */
export async function sweepDeposits(
  parts: SolverParts,
  chainId: number,
  { settled }: Readonly<{ settled: boolean }>,
): Promise<void> {
  const places: Place[] = [];
  const look = async (state: "refunding" | "success", isWanted: (place: Place) => boolean) => {
    const due = await nextPage(parts.memory, {
      list: `sweeps ${state} ${chainId}`,
      limit: LOOKED_AT,
      placeOf: idOf,
      read: (after, limit) => depositsToSweep(parts.store, chainId, state, after, limit),
    });
    for (const place of placesOf(due)) {
      const isIn = places.some(({ address }) => address === place.address);
      if (
        places.length < IN_ONE_TURN &&
        !isIn &&
        !isBackedOff(parts, putOffKey(chainId, place)) &&
        isWanted(place)
      )
        places.push(place);
    }
  };
  const { worthRefunding } = parts.memory;
  await look("refunding", ({ held }) => held.some(({ deposit }) => worthRefunding.has(deposit.id)));
  if (settled) await look("success", await worthJudge(parts, chainId));
  const { sweepAddresses } = parts.settings.solver;
  for (let from = 0; from < places.length; from += sweepAddresses)
    await sweep(parts, chainId, places.slice(from, from + sweepAddresses));
}

function placesOf(due: readonly HeldDeposit[]): readonly Place[] {
  const byAddress = new Map<string, HeldDeposit[]>();
  for (const held of due) {
    const address = held.deposit.address ?? "";
    byAddress.set(address, [...(byAddress.get(address) ?? []), held]);
  }
  return [...byAddress].map(([address, held]) => ({
    address: address as EvmAddress, // issued by us
    salt: (held[0]?.salt ?? "0x") as Hex, // the address's own; a wrong one would not pass the trial
    held,
  }));
}

/** Judges whether a place is worth several times the gas, or still more than the gas after waiting for company. */
async function worthJudge(parts: SolverParts, chainId: number): Promise<(place: Place) => boolean> {
  const inWei = new Map<string, (amount: bigint) => bigint>();
  for (const currency of parts.catalog.currencies(chainId)) {
    inWei.set(currency.address, (await valuer(parts, currency)).inWei);
  }
  const { maxFeePerGas } = await parts.market.gasFees(chainId);
  const gas = SWEEP_GAS * maxFeePerGas + (await parts.market.dataFee(chainId, SWEEP_BYTES));
  return ({ held }) => {
    const worth = sum(held.map(({ deposit }) => inWei.get(deposit.currency)?.(deposit.amount) ?? 0n));
    const oldest = Math.min(...held.map(({ deposit }) => deposit.seenAt));
    return worth >= gas * (parts.clock() - oldest < COLLECT_AFTER_MS ? WORTH_TIMES_GAS : 1n);
  };
}

async function sweep(parts: SolverParts, chainId: number, places: readonly Place[]): Promise<void> {
  const { store, random } = parts;
  const rows = await depositsAt(
    store,
    chainId,
    places.map(({ address }) => address),
  );
  const call = sweepCall(parts, places, rows);
  const run = await openRun(parts, chainId);
  const tried = await simulateCall(parts, run.chain, {
    call,
    fees: run.fees,
    purpose: "own",
    about: `sweep ${chainId}`,
  });
  const gas = tried.reverts ? undefined : gasLimit(tried.gas, "own");
  const [first] = rows;
  if (gas === undefined) return findBadPlace(parts, run, places, rows);
  if (!first) return;
  for (const place of places) parts.memory.alarms.clear("network.sweep_refused", putOffKey(chainId, place));
  const { currency } = first;
  const id = `sweep/${newRequestId(random)}`;
  const amount = sum(rows.filter((row) => row.currency === currency).map((row) => row.amount));
  const order = { id, requestId: null, kind: "sweep", chainId, currency, amount, call, gas } as const;
  await signPayment(parts, run, order, () => rows.map((row) => moveDeposit(store, row, "sweeping", id)));
}

/** One sweep, or several in a list of calls; anyone may have an address swept, so the router may too. */
function sweepCall(
  { contracts, keys }: SolverParts,
  places: readonly Place[],
  rows: readonly DepositRow[],
): EvmCall {
  const factory = contracts.DepositAddressFactory;
  const calls = places.map(({ address, salt, held }) => {
    const tokens = [
      ...new Set(rows.filter((row) => row.address === address).map((row) => row.currency as Hex)),
    ];
    const id = (held[0]?.deposit.requestId ?? "0x") as Hex;
    return encodeFunctionData({
      abi: depositAddressFactoryAbi,
      functionName: "sweep",
      args: [salt, tokens, id],
    });
  });
  const [only = "0x"] = calls;
  if (calls.length === 1) return { to: factory, value: 0n, data: only };
  const entries = calls.map((callData) => ({ target: factory, allowFailure: false, value: 0n, callData }));
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: "multicall",
    args: [entries, keys.solverEvmAddress, keys.solverEvmAddress],
  });
  return { to: contracts.Router, value: 0n, data };
}

/** A list that would revert is tried one by one: a token that refuses to move must not hold up the others. */
async function findBadPlace(
  parts: SolverParts,
  { chain, fees }: EvmRun,
  places: readonly Place[],
  rows: readonly DepositRow[],
): Promise<void> {
  for (const place of places) {
    const about = putOffKey(chain.id, place);
    const call = sweepCall(parts, [place], rows);
    const tried = await simulateCall(parts, chain, { call, fees, purpose: "own", about });
    if (!tried.reverts) continue;
    const { address } = place;
    backOff(parts, about, RETRY_MS);
    parts.memory.alarms.raise("network.sweep_refused", about, {
      chain: chain.id,
      address,
      reason: tried.reason,
    });
  }
}

function putOffKey(chainId: number, { address }: Place): string {
  return `sweep ${chainId} ${address}`;
}
