import { Router, json } from "express";
import { z } from "zod";
import { isoTime } from "../values/time.ts";
import type { SimulatedChain } from "./bitcoin/chain/simulatedChain.ts";
import type { EvmPayer } from "./wallet/evmPayer.ts";
import { FAULT_KINDS, FAULT_TARGETS } from "./faults/faultKinds.ts";
import type { Faults } from "./faults/faults.ts";
import type { Miner } from "./bitcoin/chain/miner.ts";
import {
  SandboxRefusal,
  amountSchema,
  answerRefusals,
  bitcoinAddressSchema,
  evmAddressSchema,
  feeRateSchema,
  readBody,
  txidSchema,
} from "./refusal.ts";
import type { TestWallet } from "./wallet/testWallet.ts";

export type ControlParts = Readonly<{
  ledger: SimulatedChain;
  wallet: TestWallet;
  evmPayer: EvmPayer;
  miner: Miner;
  faults: Faults;
}>;

const MAX_BLOCKS = 1_000;
const MAX_DEPTH = 90; // a follower keeps 100 headers

const whole = (from: number, to: number) => {
  const error = `a whole number from ${from} to ${to}`;
  return z.int(error).min(from, error).max(to, error);
};

const bodies = {
  pay: z.object({ address: bitcoinAddressSchema, sats: amountSchema, feeRate: feeRateSchema.optional() }),
  replace: z.object({
    txid: txidSchema,
    address: bitcoinAddressSchema.optional(),
    sats: amountSchema.optional(),
    feeRate: feeRateSchema,
  }),
  mine: z.object({ blocks: whole(1, MAX_BLOCKS).default(1) }),
  reorg: z.object({ depth: whole(1, MAX_DEPTH) }),
  drop: z.object({ txid: txidSchema }),
  automine: z.object({ seconds: whole(0, 86_400) }),
  evmPay: z.object({
    chainId: z.int("a chain id, e.g. 31337"),
    currency: evmAddressSchema,
    address: evmAddressSchema,
    amount: amountSchema,
  }),
  faults: z.object({
    target: z.enum(FAULT_TARGETS, `one of ${FAULT_TARGETS.join(", ")}`),
    kind: z.preprocess(
      (kind) => (kind === 429 ? "429" : kind),
      z.enum(FAULT_KINDS, `one of ${FAULT_KINDS.join(", ")}`),
    ),
    seconds: whole(0, 86_400),
  }),
};

/** The sandbox's controls, JSON over POST. Refusals are {code, message}. */
export function controls({ ledger, wallet, evmPayer, miner, faults }: ControlParts): Router {
  const routes = Router();
  const control = <T>(path: string, schema: z.ZodType<T>, act: (body: T) => Promise<object>) =>
    routes.post(path, json({ limit: "16kb" }), async (request, response) => {
      response.json(await act(readBody(schema, request.body)));
    });
  control("/bitcoin/pay", bodies.pay, async (payment) => ({ txid: await wallet.pay(payment) }));
  control("/bitcoin/replace", bodies.replace, async (replacement) => ({
    txid: await wallet.replace(replacement),
  }));
  control("/bitcoin/mine", bodies.mine, async ({ blocks }) => ({ height: await ledger.mine(blocks) }));
  control("/bitcoin/reorg", bodies.reorg, async ({ depth }) => ({ height: await ledger.reorg(depth) }));
  control("/bitcoin/drop", bodies.drop, async ({ txid }) => {
    const dropped = await ledger.drop(txid);
    if (dropped.length > 0) return { dropped };
    throw new SandboxRefusal("unknown_transaction", `Transaction ${txid} is not in the mempool.`, 404);
  });
  control("/bitcoin/automine", bodies.automine, async ({ seconds }) => {
    miner.setInterval(seconds);
    return { seconds };
  });
  control("/evm/pay", bodies.evmPay, async (payment) => ({ txHash: await evmPayer.pay(payment) }));
  control("/faults", bodies.faults, async ({ target, kind, seconds }) => ({
    until: isoTime(faults.set(target, kind, seconds)),
  }));
  routes.use(answerRefusals);
  return routes;
}
