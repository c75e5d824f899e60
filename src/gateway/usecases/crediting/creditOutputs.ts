import { logNotCredited } from "./logNotCredited.ts";
import { z } from "zod";
import { LeaseLost } from "../../../runtime/jobs/jobLeases.ts";
import { addressOfScript } from "../../../bitcoin/codec/address.ts";
import type { BlockHeader, FollowedBlock } from "../../../bitcoin/reader/followBlocks.ts";
import { isRejectedDeposit } from "../../domain/invoices/factChanges.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../intents/identifiers.ts";
import { HOUR_MS, type Instant, asUnixSeconds, fromUnixSeconds } from "../../../values/time.ts";
import { checkpoint } from "../checkpoint.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { noteUnattributed, type UnattributedPayment } from "./noteUnattributed.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "./creditingContext.ts";
import type { Lease } from "../../ports/persistencePort.ts";

/** An output in a block that is an invoice's. */
export type PaidOutput = Readonly<z.infer<typeof outputSchema>>;

const BITCOIN = { chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY };
const MOST_SPENDS = 50; // enough to recognise a payment that another one replaces
const proofSchema = z.object({ header: z.string(), index: z.number(), branch: z.array(z.string()) });
const outputSchema = z.object({
  outpoint: z.string(),
  address: z.string(),
  value: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(BigInt), // sats
  height: z.number(),
  blockHash: z.string(),
  blockTime: z.number().transform(asUnixSeconds),
  // Notes of earlier versions have neither.
  spends: z.array(z.string()).optional(), // outpoints that its transaction spends
  proof: proofSchema.optional(), // that its transaction is in the block
});

/** Outputs that could not be credited yet. */
const failedOutputs = checkpoint<readonly PaidOutput[]>("bitcoin:missed", z.array(outputSchema), []);

/** What a block pays: to invoices, and to all other addresses. */
export type BlockPayments = Readonly<{ paid: readonly PaidOutput[]; strays: readonly UnattributedPayment[] }>;

const BLOCK_TIME_SLACK_MS = 2 * HOUR_MS; // how far a block's time may be from the true one

/** Sorts the outputs of a block. */
export async function paymentsIn(
  gateway: Pick<Gateway, "persistence" | "settings">,
  block: FollowedBlock,
): Promise<BlockPayments> {
  const { height, hash: blockHash } = block.header;
  const sentBy = fromUnixSeconds(block.time);
  const outputs = block.outputs.flatMap(({ txid, vout, script, value }) => {
    const address = addressOfScript(gateway.settings.bitcoinNetwork, script);
    return address ? [{ txid, outpoint: `${txid}:${vout}`, address, value, height, blockHash }] : [];
  });
  const holders = await holdersOf(
    gateway,
    outputs.map((output) => ({ ...output, sentBy })),
  );
  const isHeld = ({ outpoint }: (typeof outputs)[number]) => holders.has(outpoint);
  return {
    paid: outputs.filter(isHeld).map(({ txid, ...output }) => {
      const spends = block.spentBy(txid).slice(0, MOST_SPENDS);
      return { ...output, blockTime: block.time, spends, proof: plainProof(block, txid) };
    }),
    strays: outputs
      .filter((output) => !isHeld(output))
      .map(({ txid: _txid, ...output }) => ({ ...output, ...BITCOIN, blockTime: sentBy })),
  };
}

function plainProof(block: FollowedBlock, txid: string): PaidOutput["proof"] {
  const proof = block.branchOf(txid);
  return proof && { ...proof, branch: [...proof.branch] };
}

function strayOf({
  outpoint,
  address,
  value,
  height,
  blockHash,
  blockTime,
}: PaidOutput): UnattributedPayment {
  return { outpoint, address, value, height, blockHash, ...BITCOIN, blockTime: fromUnixSeconds(blockTime) };
}

/**
 * Credits outputs to the invoices that hold their addresses. One that fails (a database that is full, a row that cannot be
 * true) is kept in a note and tried again on every later call, so that it neither holds up the others nor gets lost.
 */
export async function creditOutputs(
  gateway: CreditingContext,
  fresh: readonly PaidOutput[],
  chain: readonly BlockHeader[],
): Promise<void> {
  const { value: noted, version } = await failedOutputs.read(gateway.persistence);
  const missed = noted.filter((output) => isOnChain(output, chain));
  if (noted.length === 0 && fresh.length === 0) return;
  const outputs = [...missed, ...fresh];
  const holders = await holdersOf(
    gateway,
    outputs.map((output) => ({ ...output, sentBy: fromUnixSeconds(output.blockTime) })),
  );
  const failed: PaidOutput[] = [];
  for (const output of outputs) {
    const holder = holders.get(output.outpoint);
    // The lease may have ended since the block was read.
    if (holder === undefined) await noteUnattributed(gateway, [strayOf(output)]);
    else if (!(await creditOne(gateway, holder, output, chain))) failed.push(output);
  }
  if (failed.length === 0 && noted.length === 0) return;
  await failedOutputs.write(gateway.persistence, failed, gateway.clock(), version);
}

/** False once the output's block has left the best chain: its transaction comes again in another block, or never. */
function isOnChain({ height, blockHash }: PaidOutput, chain: readonly BlockHeader[]): boolean {
  const [oldest] = chain;
  return oldest === undefined || height < oldest.height || chain.some(({ hash }) => hash === blockHash);
}

/** Credits one output to its invoice; false when this failed, and is to be tried again. */
async function creditOne(
  gateway: CreditingContext,
  invoiceId: string,
  output: PaidOutput,
  chain: readonly BlockHeader[],
): Promise<boolean> {
  const { outpoint, address, value, height, blockHash, spends, proof } = output;
  try {
    const at = gateway.clock();
    const sentBy = Math.min(at, fromUnixSeconds(output.blockTime));
    const confirmations = confirmationsOf(blockHash, chain);
    const { facts } = await advanceInvoice(
      gateway,
      invoiceId,
      {
        kind: "output",
        at,
        sentBy,
        outpoint,
        ...BITCOIN,
        address,
        value,
        confirmations,
        blockHash,
        tipHeight: chain.at(-1)?.height,
        spends,
      },
      { observation: { source: "block", body: { outpoint, value, height, blockHash, proof } } },
    );
    if (isRejectedDeposit(facts, outpoint)) await noteUnattributed(gateway, [strayOf(output)]);
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    logNotCredited(gateway, "bitcoin.output_not_credited", { outpoint, invoice: invoiceId, error });
    return false;
  }
}

type Sent = Readonly<{ outpoint: string; address: string; sentBy: Instant }>;

/**
 * The invoice of each output, by outpoint: the one that was credited with it before (permanent, whichever
 * invoice leases the address now), else the one that leases the address.
 */
async function holdersOf(
  gateway: Pick<Gateway, "persistence">,
  outputs: readonly Sent[],
): Promise<ReadonlyMap<string, string>> {
  const { persistence } = gateway;
  const addresses = [...new Set(outputs.map(({ address }) => address))];
  const leases = new Map(
    (await persistence.leases.openAt(BITCOIN_CHAIN_ID, addresses)).map((lease) => [lease.address, lease]),
  );
  const ours = await persistence.unattributed.formerHolders(BITCOIN_CHAIN_ID, addresses);
  const holders = new Map<string, string>();
  for (const { outpoint, address, sentBy } of outputs) {
    const lease = leases.get(address);
    if (!lease && !ours.has(address)) continue; // most addresses are not ours
    const leasedTo = covers(lease, sentBy) ? lease.invoiceId : undefined;
    const holder = (await persistence.deposits.owner(BITCOIN_CHAIN_ID, outpoint)) ?? leasedTo;
    if (holder !== undefined) holders.set(outpoint, holder);
  }
  return holders;
}

/** What was paid before a lease began is none of its invoice's. */
function covers(lease: Lease | undefined, sentBy: Instant): lease is Lease {
  return lease !== undefined && sentBy + BLOCK_TIME_SLACK_MS >= lease.fromAt;
}

/** How many blocks confirm what is in a block, itself included. */
export function confirmationsOf(blockHash: string, chain: readonly BlockHeader[]): number {
  const place = chain.findIndex(({ hash }) => hash === blockHash);
  return place < 0 ? chain.length + 1 : chain.length - place; // not found: deeper than all the headers that are kept
}
