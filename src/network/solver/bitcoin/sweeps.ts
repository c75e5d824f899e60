import { scriptOf, type BitcoinAddress } from "../../../bitcoin/codec/address.ts";
import { sweep } from "../../../bitcoin/codec/sweep.ts";
import type { NetworkParts } from "../../parts.ts";
import { depositsToSweep } from "../../persistence/bitcoinDeposits.ts";
import { coinsByOutpoint } from "../../persistence/coins.ts";
import type { DepositRow } from "../../persistence/rows.ts";
import { solverScript } from "./coins.ts";
import { signBitcoin, takeDeposit } from "./payments.ts";
import { nextPage } from "../pages.ts";

const LOOKED_AT = 500; // no transaction holds more

/**
 * Brings settled deposits to the solver's account, together to save fees: once there are many, or the oldest has waited for
 * long. Deposits that cost more than they bring stay where they are until rates fall.
 */
export async function sweepOnBitcoin(parts: NetworkParts, pages: Map<string, string>): Promise<void> {
  const { store, settings, clock } = parts;
  const settled = await nextPage(
    { pages },
    {
      list: "sweeps",
      limit: LOOKED_AT,
      placeOf: ({ id }: DepositRow) => id,
      read: (after, limit) => depositsToSweep(store, after, limit),
    },
  );
  const [oldest] = settled.map(({ seenAt }) => seenAt).sort((a, b) => a - b);
  const { sweepDeposits, sweepAfterMs } = settings.bitcoin;
  const isDue = settled.length >= sweepDeposits || (oldest !== undefined && clock() - oldest >= sweepAfterMs);
  if (isDue) await sweepTogether(parts, settled);
}

async function sweepTogether(parts: NetworkParts, settled: readonly DepositRow[]): Promise<void> {
  const satPerKvb = await parts.market.satPerKvb();
  const to = solverScript(parts);
  const scripts = new Map(settled.map((deposit) => [deposit.id, scriptOfDeposit(parts, deposit)]));
  const coins = settled.map(({ id, amount }) => ({
    outpoint: id,
    value: amount,
    script: scripts.get(id) ?? "", // made of the same list
  }));
  const plan = sweep({ coins, to, satPerKvb });
  const [first] = plan?.inputs ?? [];
  if (!plan || !first) return;
  const known = new Map(
    (await coinsByOutpoint(parts.store, [...scripts.keys()])).map((coin) => [coin.outpoint, coin]),
  );
  const taken = new Set(plan.inputs.map(({ outpoint }) => outpoint));
  const id = `sweep/${first.outpoint}/${parts.clock()}`; // a cancelled sweep may have had the same coins
  const takes = settled
    .filter((deposit) => taken.has(deposit.id))
    .flatMap((deposit) =>
      takeDeposit(parts, deposit, scripts.get(deposit.id) ?? "", known.get(deposit.id), id),
    );
  const amount = plan.outputs[0]?.value ?? 0n;
  const purpose = {
    id,
    requestId: null,
    kind: "sweep",
    amount,
    plan,
    changeTo: to,
    satPerKvb,
    takes,
  } as const;
  await signBitcoin(parts, purpose, () => []);
  parts.log.info("network.swept", { payment: id, deposits: taken.size, sats: String(amount) });
}

function scriptOfDeposit({ bitcoin }: NetworkParts, { id, address }: DepositRow): string {
  if (address === null) throw new Error(`Bitcoin deposit ${id} came to no address.`);
  return scriptOf(bitcoin.network, address as BitcoinAddress); // issued by us
}
