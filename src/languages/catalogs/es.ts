import { claim } from "./es/claim.ts";
import { common } from "./es/common.ts";
import { pay } from "./es/pay.ts";
import { request } from "./es/request.ts";
import { status } from "./es/status.ts";
import { wallet } from "./es/wallet.ts";

export const es = { ...claim, ...common, ...pay, ...request, ...status, ...wallet } as const;
