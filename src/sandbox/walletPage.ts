import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { Eta } from "eta";
import { Router, urlencoded, type RequestHandler, type Response } from "express";
import { BTC_DECIMALS } from "../bitcoin/paymentUri.ts";
import { NATIVE_EVM_CURRENCY } from "../protocol/identifiers.ts";
import { AmountError, formatDecimal, parseDecimal } from "../money/amount.ts";
import type { ControlParts } from "./controls.ts";
import {
  BITCOIN,
  NATIVE,
  NATIVE_DECIMALS,
  USDC,
  USDC_DECIMALS,
  prefill,
  type PayForm,
} from "./payRequest.ts";
import {
  SandboxRefusal,
  bitcoinAddressSchema,
  evmAddressSchema,
  feeRateSchema,
  readBody,
  txidSchema,
} from "./refusal.ts";
import type { TxRecord } from "./ledgerRecord.ts";
import { addressOf } from "./outputScript.ts";
import { z } from "zod";

export type PageParts = ControlParts &
  Readonly<{ chains: readonly Readonly<{ id: number; name: string; usdc: string }>[] }>;

const VIEWS = fileURLToPath(new URL("../../views/sandbox/", import.meta.url)); // the same from src and from build
const RECENT = 20;
const PAGE = "/sandbox/wallet";
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The sandbox wallet as a page for people: pay, mine, raise a fee, reorganise. Plain forms; it has no script. */
export function walletPage(parts: PageParts): Router {
  const { ledger, wallet, evmPayer, miner, chains } = parts;
  const template = fs.readFileSync(`${VIEWS}wallet.eta`, "utf8");
  const eta = new Eta({ autoEscape: true });
  const show = (response: Response, status: number, form: PayForm, notice: string, problem: string) => {
    const html = eta.renderString(template, {
      form,
      notice,
      problem,
      chains,
      address: wallet.address,
      evmAddress: evmPayer.address,
      balance: formatDecimal(wallet.balance(), BTC_DECIMALS),
      height: ledger.view.tip().height,
      waiting: ledger.view.mempool().size,
      interval: miner.interval(),
      recent: wallet
        .recent(RECENT)
        .map((record) => recentRow(record, ledger.view.tip().height, wallet.address)),
    });
    response
      .status(status)
      .set({ "content-security-policy": POLICY, "cache-control": "no-store" })
      .type("html")
      .send(html);
  };

  const routes = Router();
  const form = urlencoded({ extended: false, limit: "16kb" });
  const act = (path: string, run: (body: Record<string, unknown>) => Promise<string>) => {
    const handler: RequestHandler = async (request, response) => {
      const body = (request.body ?? {}) as Record<string, unknown>; // what urlencoded gives
      try {
        const notice = await run(body);
        response.redirect(303, `${PAGE}?${new URLSearchParams({ notice }).toString()}`);
      } catch (error) {
        if (!(error instanceof SandboxRefusal || error instanceof AmountError)) throw error;
        show(response, 400, prefill(body), "", error.message);
      }
    };
    routes.post(path, form, handler);
  };

  routes.get("/wallet", (request, response) => {
    const { notice } = request.query;
    show(response, 200, prefill(request.query), typeof notice === "string" ? notice.slice(0, 300) : "", "");
  });
  act("/wallet/pay", async (body) => {
    const { chain, currency, to, amount } = prefill(body);
    if (chain === BITCOIN) {
      const { address } = readBody(z.object({ address: bitcoinAddressSchema }), { address: to });
      const feeRate = body["feeRate"]
        ? readBody(z.object({ feeRate: feeRateSchema }), body).feeRate
        : undefined;
      const txid = await wallet.pay({ address, sats: parseDecimal(amount, BTC_DECIMALS), feeRate });
      return `Paid ${amount} BTC in transaction ${txid}.`;
    }
    const target = chains.find(({ id }) => String(id) === chain);
    if (!target || ![NATIVE, USDC].includes(currency)) {
      throw new SandboxRefusal(
        "unknown_chain",
        "Choose one of the chains and currencies that the form offers.",
      );
    }
    const native = currency === NATIVE;
    const payment = readBody(z.object({ currency: evmAddressSchema, address: evmAddressSchema }), {
      currency: native ? NATIVE_EVM_CURRENCY : target.usdc,
      address: to,
    });
    const units = parseDecimal(amount, native ? NATIVE_DECIMALS : USDC_DECIMALS);
    const txHash = await evmPayer.pay({ ...payment, chainId: target.id, amount: units });
    return `Paid ${amount} ${native ? "ETH" : "USDC"} on ${target.name} in transaction ${txHash}.`;
  });
  act("/wallet/bump", async (body) => {
    const bump = readBody(z.object({ txid: txidSchema, feeRate: feeRateSchema }), body);
    return `Replaced by transaction ${await wallet.replace(bump)}.`;
  });
  act("/wallet/mine", async () => `Mined block ${await ledger.mine(1)}.`);
  act("/wallet/reorg", async () => `Reorganised the last block; the height is ${await ledger.reorg(1)} now.`);
  return routes;
}

function recentRow(record: TxRecord, tip: number, own: string) {
  const { tx, block, fee, spent } = record;
  const payee = tx.outputs.find(({ script }) => addressOf(script) !== own);
  const paidByUs = spent.some(({ script }) => addressOf(script) === own);
  const received = tx.outputs.filter(({ script }) => addressOf(script) === own);
  const amount = paidByUs ? (payee?.value ?? 0n) : received.reduce((total, { value }) => total + value, 0n);
  const rate = Math.ceil(Number(fee) / tx.vsize); // a rate for show
  return {
    txid: tx.txid,
    direction: paidByUs ? "Paid" : "Received",
    address: payee ? addressOf(payee.script) : own,
    amount: formatDecimal(amount, BTC_DECIMALS),
    confirmations: block ? tip - block.height + 1 : 0,
    rate,
    higherRate: rate * 2 + 1,
    canBump: !block && paidByUs,
  };
}
