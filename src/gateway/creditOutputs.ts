import { z } from "zod";
import { addressOfScript } from "../bitcoin/address.ts";
import type { BlockHeader, FollowedBlock } from "../chain/followBlocks.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { SECOND_MS } from "../time.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import type { Gateway } from "./ports.ts";
import type { Lease } from "./storePort.ts";

/** An output in a block that pays a leased address. */
export type PaidOutput = Readonly<z.infer<typeof outputSchema>>;

const NOTE = "bitcoin:missed";
const outputSchema = z.object({
  outpoint: z.string(),
  address: z.string(),
  value: z.string().regex(/^\d{1,16}$/).transform(BigInt), // sats
  height: z.number(),
  blockHash: z.string(),
  blockTime: z.number(), // unix seconds
}); // prettier-ignore

/** The outputs of a block that pay addresses with an open lease. */
export async function paidOutputs(gateway: Gateway, block: FollowedBlock): Promise<readonly PaidOutput[]> {
  const { height, hash: blockHash } = block.header;
  const paid = block.outputs.flatMap(({ txid, vout, script, value }) => {
    const address = addressOfScript(gateway.settings.bitcoinNetwork, script);
    return address
      ? [{ outpoint: `${txid}:${vout}`, address, value, height, blockHash, blockTime: block.time }]
      : [];
  });
  const leases = await leasesAt(gateway, paid);
  return paid.filter(({ address }) => leases.has(address));
}

/**
 * Credits outputs to the invoices that hold their addresses. One that fails (a database that is full, a row that cannot be
 * true) is kept in a note and tried again on every later call, so that it neither holds up the others nor gets lost.
 */
export async function creditOutputs(
  gateway: Gateway,
  fresh: readonly PaidOutput[],
  chain: readonly BlockHeader[],
): Promise<void> {
  const note = await gateway.store.readNote(NOTE);
  const noted = note ? z.array(outputSchema).parse(note.body) : [];
  const missed = noted.filter((output) => isOnChain(output, chain));
  if (noted.length === 0 && fresh.length === 0) return;
  const leases = await leasesAt(gateway, [...missed, ...fresh]);
  const failed: PaidOutput[] = [];
  for (const output of [...missed, ...fresh]) {
    const lease = leases.get(output.address);
    if (lease && !(await isCredited(gateway, lease, output, chain))) failed.push(output);
  }
  if (failed.length === 0 && noted.length === 0) return;
  await gateway.store.writeNote(NOTE, failed, gateway.clock(), note?.version ?? 0);
}

/** False once the output's block has left the best chain: its transaction comes again in another block, or never. */
function isOnChain({ height, blockHash }: PaidOutput, chain: readonly BlockHeader[]): boolean {
  const [oldest] = chain;
  return oldest === undefined || height < oldest.height || chain.some(({ hash }) => hash === blockHash);
}

async function isCredited(
  gateway: Gateway,
  lease: Lease,
  output: PaidOutput,
  chain: readonly BlockHeader[],
): Promise<boolean> {
  const { outpoint, address, value, height, blockHash } = output;
  try {
    const owner = await gateway.store.depositOwner(BITCOIN_CHAIN_ID, outpoint);
    if (owner !== undefined && owner !== lease.invoiceId) return true; // credited once, to one invoice, for ever
    const at = gateway.clock();
    const sentBy = Math.min(at, output.blockTime * SECOND_MS);
    const confirmations = confirmationsOf(gateway, blockHash, chain);
    await advanceInvoice(
      gateway,
      lease.invoiceId,
      { kind: "output", at, sentBy, outpoint, address, value, confirmations, blockHash },
      { observation: { source: "block", body: { outpoint, value, height, blockHash } } },
    );
    return true;
  } catch (error) {
    gateway.log.error("bitcoin.output_not_credited", { outpoint, invoice: lease.invoiceId, error });
    return false;
  }
}

async function leasesAt(
  gateway: Gateway,
  outputs: readonly { address: string }[],
): Promise<ReadonlyMap<string, Lease>> {
  const addresses = [...new Set(outputs.map(({ address }) => address))];
  const leases = await gateway.store.openLeasesAt(BITCOIN_CHAIN_ID, addresses);
  return new Map(leases.map((lease) => [lease.address, lease]));
}

/** Capped at what is required: beyond that, more blocks are not news. */
export function confirmationsOf(gateway: Gateway, blockHash: string, chain: readonly BlockHeader[]): number {
  const { bitcoinConfirmations: need } = gateway.settings;
  const tip = chain.at(-1);
  const header = chain.find(({ hash }) => hash === blockHash);
  if (!tip || !header) return need; // deeper than all the headers that are kept
  return Math.min(need, tip.height - header.height + 1);
}
