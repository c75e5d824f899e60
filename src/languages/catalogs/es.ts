import { claim } from "./es/claim.ts";
import { common } from "./es/common.ts";
import { mail } from "./es/mail.ts";
import { pay } from "./es/pay.ts";
import { psbt } from "./es/psbt.ts";
import { request } from "./es/request.ts";
import { sell } from "./es/sell.ts";
import { status } from "./es/status.ts";
import { tell } from "./es/tell.ts";
import { wallet } from "./es/wallet.ts";

export const es = {
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
