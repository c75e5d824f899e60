import { minerBitcoin, payerBitcoin } from "../../src/sandbox/accounts.ts";
import { openSimulatedChain, type SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { journalIn } from "../../src/sandbox/journal.ts";
import { premine } from "../../src/sandbox/bitcoin/chain/premine.ts";
import type { ChainOutput } from "../../src/sandbox/bitcoin/chain/transactionRecord.ts";
import { signTransfer, type Coin } from "../../src/sandbox/wallet/signing.ts";
import { openRichLedger } from "../support/richLedger.ts";

/** A clock that a test moves by hand. */
export function handClock(start = Date.UTC(2026, 10, 21)) {
  let now = start;
  return { clock: () => now, pass: (ms: number) => void (now += ms) };
}

export const payer = payerBitcoin();
export const miner = minerBitcoin();

/** The script of some stranger, and of another kind of output. */
export const STRANGER = `0014${"11".repeat(20)}`;
export const TAPROOT = `5120${"79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"}`;

/** A ledger whose payer holds 400 coins. */
export async function richLedger(journalFile?: string, clock = handClock().clock): Promise<SimulatedChain> {
  if (journalFile === undefined) return openRichLedger(clock);
  const ledger = openSimulatedChain({ journal: journalIn(journalFile), clock, minerScript: miner.script });
  await premine(ledger, miner, payer, clock);
  return ledger;
}

/** The payer's coins, confirmed ones, the oldest first. */
export function coinsOf(ledger: SimulatedChain): readonly Coin[] {
  return [...(ledger.view.script(payer.script)?.unspent.values() ?? [])];
}

/** The payer's coin number `index`. */
export function coin(ledger: SimulatedChain, index: number): Coin {
  const found = coinsOf(ledger)[index];
  if (!found) throw new Error(`The payer has no coin ${index}.`);
  return found;
}

/** A signed transaction that pays `sats` to a script from one coin, leaves `fee` and takes the rest back. */
export function payment(from: Coin, sats: bigint, fee = 1_000n, script = STRANGER): string {
  const outputs: ChainOutput[] = [
    { script, value: sats },
    { script: payer.script, value: from.value - sats - fee },
  ];
  return signTransfer(payer, [from], outputs);
}
