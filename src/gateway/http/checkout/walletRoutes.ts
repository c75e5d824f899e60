import { Router } from "express";
import { balanceQuestion } from "../../../evm/codec/transfer.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { walletTransfer, type WalletTransfer } from "../../usecases/wallet-payments/walletTransfer.ts";
import { formatDecimal } from "../../../values/amount.ts";
import { NATIVE_EVM_CURRENCY } from "../../../intents/identifiers.ts";
import { param } from "../api/query.ts";
import { perAddress } from "../limits.ts";
import { readForm } from "../readBody.ts";
import { refuseOtherSites } from "../sameSite.ts";
import { fieldsOf } from "./formFields.ts";

const TRANSFERS_PER_MINUTE = 20; // each may cost a quote

/** What the page's script (views/assets/payByWallet.js) asks: the transaction by which an account of a wallet pays. It answers JSON. */
export function walletRoutes(gateway: Gateway): Router {
  const router = Router();
  router.post(
    "/i/:invoiceId/wallet",
    perAddress(TRANSFERS_PER_MINUTE),
    ...readForm("1kb"),
    async (request, response) => {
      refuseOtherSites(request, "Pay on the checkout page");
      const { method = "", account = "", refund } = fieldsOf(request.body);
      const payer = { account, takesRefund: refund === "yes" };
      const transfer = await walletTransfer(gateway, param(request, "invoiceId"), method, payer);
      response.set("Cache-Control", "no-store").json(present(transfer));
    },
  );
  return router;
}

function present({ offer, account, call }: WalletTransfer) {
  const { chainId, input, decimals, symbol, currency } = offer;
  const isToken = currency !== NATIVE_EVM_CURRENCY;
  return {
    chainId,
    to: call.to,
    data: call.data,
    value: `0x${call.value.toString(16)}`,
    units: String(input),
    decimals,
    symbol,
    amount: `${formatDecimal(input, decimals)} ${symbol}`,
    balance: isToken ? { to: currency, data: balanceQuestion(account) } : null,
  };
}
