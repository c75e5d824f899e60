import { claim } from "./de/claim.ts";
import { common } from "./de/common.ts";
import { mail } from "./de/mail.ts";
import { pay } from "./de/pay.ts";
import { psbt } from "./de/psbt.ts";
import { request } from "./de/request.ts";
import { sell } from "./de/sell.ts";
import { status } from "./de/status.ts";
import { tell } from "./de/tell.ts";
import { wallet } from "./de/wallet.ts";

export const de = {
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
