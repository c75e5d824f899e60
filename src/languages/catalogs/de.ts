import { claim } from "./de/claim.ts";
import { common } from "./de/common.ts";
import { pay } from "./de/pay.ts";
import { request } from "./de/request.ts";
import { status } from "./de/status.ts";
import { wallet } from "./de/wallet.ts";

export const de = { ...claim, ...common, ...pay, ...request, ...status, ...wallet } as const;
