import { claim } from "./ar/claim.ts";
import { common } from "./ar/common.ts";
import { mail } from "./ar/mail.ts";
import { pay } from "./ar/pay.ts";
import { psbt } from "./ar/psbt.ts";
import { request } from "./ar/request.ts";
import { sell } from "./ar/sell.ts";
import { status } from "./ar/status.ts";
import { tell } from "./ar/tell.ts";
import { wallet } from "./ar/wallet.ts";

export const ar = {
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
