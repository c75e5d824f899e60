import { claim } from "./fr/claim.ts";
import { common } from "./fr/common.ts";
import { mail } from "./fr/mail.ts";
import { pay } from "./fr/pay.ts";
import { psbt } from "./fr/psbt.ts";
import { request } from "./fr/request.ts";
import { sell } from "./fr/sell.ts";
import { status } from "./fr/status.ts";
import { tell } from "./fr/tell.ts";
import { wallet } from "./fr/wallet.ts";

export const fr = {
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
