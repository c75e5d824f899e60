import { claim } from "./en/claim.ts";
import { common } from "./en/common.ts";
import { mail } from "./en/mail.ts";
import { pay } from "./en/pay.ts";
import { psbt } from "./en/psbt.ts";
import { request } from "./en/request.ts";
import { sell } from "./en/sell.ts";
import { status } from "./en/status.ts";
import { tell } from "./en/tell.ts";
import { wallet } from "./en/wallet.ts";

export const en = {
  ...claim,
  ...common,
  ...mail,
  ...pay,
  ...psbt,
  ...request,
  ...sell,
  ...status,
  ...tell,
  ...wallet,
} as const;
