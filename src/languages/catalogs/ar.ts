import { claim } from "./ar/claim.ts";
import { common } from "./ar/common.ts";
import { pay } from "./ar/pay.ts";
import { request } from "./ar/request.ts";
import { status } from "./ar/status.ts";
import { wallet } from "./ar/wallet.ts";

export const ar = { ...claim, ...common, ...pay, ...request, ...status, ...wallet } as const;
