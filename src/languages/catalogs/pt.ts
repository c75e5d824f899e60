import { claim } from "./pt/claim.ts";
import { common } from "./pt/common.ts";
import { mail } from "./pt/mail.ts";
import { pay } from "./pt/pay.ts";
import { psbt } from "./pt/psbt.ts";
import { request } from "./pt/request.ts";
import { sell } from "./pt/sell.ts";
import { status } from "./pt/status.ts";
import { tell } from "./pt/tell.ts";
import { wallet } from "./pt/wallet.ts";

export const pt = {
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
