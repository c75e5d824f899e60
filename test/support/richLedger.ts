import { minerBitcoin, payerBitcoin } from "../../src/sandbox/accounts.ts";
import { openSimulatedChain, type SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { forgetfulJournal, type OpenJournal } from "../../src/sandbox/journal.ts";
import { premine } from "../../src/sandbox/bitcoin/chain/premine.ts";
import type { Clock } from "../../src/values/time.ts";

const premined = new Map<number, Promise<readonly unknown[]>>(); // the journals of premined ledgers, by the time of their making

/**
 * A Bitcoin ledger whose payer has 400 coins, 109 blocks after its genesis. It is mined once in a process and replayed from
 * its journal afterwards, without checking signatures again. Nothing is written to the disk.
 */
export async function openRichLedger(clock: Clock): Promise<SimulatedChain> {
  const now = clock();
  const entries = premined.get(now) ?? premineAt(now);
  premined.set(now, entries);
  entries.catch(() => premined.delete(now));
  return openSimulatedChain({ clock, minerScript: minerBitcoin().script, journal: replaying(await entries) });
}

function replaying(entries: readonly unknown[]): OpenJournal {
  return (replay) => {
    for (const entry of entries) replay(entry);
    return forgetfulJournal;
  };
}

async function premineAt(now: number): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  const recording: OpenJournal = () => ({ ...forgetfulJournal, append: (entry) => void entries.push(entry) });
  const clock = () => now;
  const ledger = openSimulatedChain({ clock, minerScript: minerBitcoin().script, journal: recording });
  await premine(ledger, minerBitcoin(), payerBitcoin(), clock);
  return entries;
}
