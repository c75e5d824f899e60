import { claim } from "./ja/claim.ts";
import { common } from "./ja/common.ts";
import { mail } from "./ja/mail.ts";
import { pay } from "./ja/pay.ts";
import { psbt } from "./ja/psbt.ts";
import { request } from "./ja/request.ts";
import { sell } from "./ja/sell.ts";
import { status } from "./ja/status.ts";
import { tell } from "./ja/tell.ts";
import { wallet } from "./ja/wallet.ts";

export const ja = {
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
