import { Router, urlencoded, type RequestHandler, type Response } from "express";
import { z } from "zod";
import { BTC_DECIMALS } from "../../bitcoin/codec/paymentUri.ts";
import { displayEvmAddress } from "../../evm/codec/address.ts";
import { AmountError, formatDecimal, parseDecimal } from "../../values/amount.ts";
import type { Clock } from "../../values/time.ts";
import type { ControlParts } from "../controls.ts";
import { evmBalances, type EvmBalance } from "../evm/evmBalances.ts";
import { createNotices, type Notice } from "../notices.ts";
import { backPath, keepingBack, sendPage } from "../pages.ts";
import { chooseAsset, payAssets, type PayAsset, type PayChain } from "./payAsset.ts";
import { prefill, type PayForm } from "./payRequest.ts";
import {
  SandboxRefusal,
  bitcoinAddressSchema,
  evmAddressSchema,
  feeRateSchema,
  readBody,
  txidSchema,
} from "../refusal.ts";
import { bitcoinTxUrl, evmTxUrl } from "../txPages.ts";
import { recentPayment } from "./recentPayment.ts";

export type PageParts = ControlParts &
  Readonly<{ clock: Clock; chains: readonly (PayChain & Readonly<{ directRpcUrl: string }>)[] }>;

const RECENT = 20;
const PAGE = "/sandbox/wallet";

/**
 * The sandbox wallet as a page: pay, mine, raise a fee, reorganise. Plain forms without scripts. A form
 * redirects to the page, which shows the result once; a refused one is shown again with the reason.
 */
export function walletPage(parts: PageParts): Router {
  const { ledger, wallet, evmPayer, miner, chains } = parts;
  const assets = payAssets(chains);
  const balances = evmBalances(chains, evmPayer.address);
  const notices = createNotices(parts.clock);
  const pay = payer(parts, assets);

  const show = async (response: Response, status: number, said: Said) => {
    const tip = ledger.view.tip().height;
    sendPage(response, status, "wallet", {
      ...said,
      assets: assets.map((asset) => ({ ...asset, chosen: isChosen(asset, said.form) })),
      address: wallet.address,
      evmAddress: displayEvmAddress(evmPayer.address),
      bitcoin: grouped(formatDecimal(wallet.balance(), BTC_DECIMALS)),
      balances: (await balances()).map(balanceRow),
      height: tip,
      waiting: ledger.view.mempool().size,
      interval: miner.interval(),
      recent: wallet.recent(RECENT).map((record) => recentPayment(record, tip, wallet.address)),
      txUrl: (txid: string) => keepingBack(bitcoinTxUrl(txid), said.back),
      againUrl: keepingBack(PAGE, said.back),
    });
  };

  const routes = Router();
  const form = urlencoded({ extended: false, limit: "16kb" });
  const act = (path: string, run: (body: Record<string, unknown>) => Promise<Notice>) => {
    const handler: RequestHandler = async (request, response) => {
      const body = (request.body ?? {}) as Record<string, unknown>; // what urlencoded gives
      const back = backPath(body);
      try {
        const query = new URLSearchParams({
          notice: notices.keep(await run(body)),
          ...(back ? { back } : {}),
        });
        response.redirect(303, `${PAGE}?${query.toString()}`);
      } catch (error) {
        if (!(error instanceof SandboxRefusal || error instanceof AmountError)) throw error;
        await show(response, 400, { form: prefill(body), back, problem: error.message });
      }
    };
    routes.post(path, form, handler);
  };

  routes.get("/wallet", async (request, response) => {
    const notice = notices.take(request.query["notice"]);
    const form = prefill(request.query);
    const problem = whyNotOffered(assets, form); // a link may ask for a chain that is not here
    await show(response, 200, { form, back: backPath(request.query), notice, problem });
  });
  act("/wallet/pay", (body) => pay(prefill(body)));
  act("/wallet/bump", async (body) => {
    const bump = readBody(z.object({ txid: txidSchema, feeRate: feeRateSchema }), body);
    const id = await wallet.replace(bump);
    return { text: `Replaced with a fee of ${bump.feeRate} sat/vB.`, tx: { id, url: bitcoinTxUrl(id) } };
  });
  act("/wallet/mine", async () => ({ text: `Mined block ${await ledger.mine(1)}.` }));
  act("/wallet/reorg", async () => ({
    text: `Undid the last block; another branch is at height ${await ledger.reorg(1)} now.`,
  }));
  return routes;
}

function isChosen({ chain, currency, symbol }: PayAsset, form: PayForm): boolean {
  return chain === form.chain && (currency === form.currency || symbol === form.currency.toUpperCase());
}

/** Content of the page besides the wallet's state. */
type Said = Readonly<{
  form: PayForm;
  back: string | undefined;
  notice?: Notice | undefined;
  problem?: string | undefined;
}>;

function payer({ wallet, evmPayer }: PageParts, assets: readonly PayAsset[]) {
  return async (form: PayForm): Promise<Notice> => {
    const asset = chooseAsset(assets, form);
    const amount = readAmount(form.amount, asset);
    const text = `Paid ${formatDecimal(amount, asset.decimals)} ${asset.symbol} on ${asset.chainName}.`;
    if (asset.evm) {
      const { address } = readBody(z.object({ address: evmAddressSchema }), { address: form.to });
      const id = await evmPayer.pay({ ...asset.evm, address, amount });
      return { text, tx: { id, url: evmTxUrl(asset.evm.chainId, id) } };
    }
    const { address } = readBody(z.object({ address: bitcoinAddressSchema }), { address: form.to });
    const feeRate = form.feeRate ? readBody(z.object({ feeRate: feeRateSchema }), form).feeRate : undefined;
    const id = await wallet.pay({ address, sats: amount, feeRate });
    return { text, tx: { id, url: bitcoinTxUrl(id) } };
  };
}

function whyNotOffered(assets: readonly PayAsset[], form: PayForm): string | undefined {
  try {
    chooseAsset(assets, form);
    return undefined;
  } catch (error) {
    if (error instanceof SandboxRefusal) return error.message;
    throw error;
  }
}

function readAmount(text: string, { decimals, symbol }: PayAsset): bigint {
  if (text === "")
    throw new SandboxRefusal("invalid_request", `Expected an amount in ${symbol}; got nothing.`);
  const amount = parseDecimal(text, decimals);
  if (amount > 0n) return amount;
  throw new SandboxRefusal(
    "invalid_request",
    `Expected an amount of ${symbol} above zero; got "${text.slice(0, 40)}".`,
  );
}

function balanceRow({ chainName, held }: EvmBalance) {
  const coins = held?.map(
    ({ asset, amount }) => `${grouped(shortened(formatDecimal(amount, asset.decimals)))} ${asset.symbol}`,
  );
  return { chainName, coins };
}

/** A decimal number with its thousands set apart, for show: "1,000,000.25". */
function grouped(amount: string): string {
  const [whole = "", ...fraction] = amount.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}

/** Six decimals of a coin that has eighteen, for show; what is cut off is less than a cent. */
function shortened(amount: string): string {
  return amount.replace(/(\.\d{6})\d+$/, "$1");
}
