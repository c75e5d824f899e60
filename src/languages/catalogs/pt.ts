import { claim } from "./pt/claim.ts";
import { common } from "./pt/common.ts";
import { pay } from "./pt/pay.ts";
import { request } from "./pt/request.ts";
import { status } from "./pt/status.ts";
import { wallet } from "./pt/wallet.ts";

export const pt = { ...claim, ...common, ...pay, ...request, ...status, ...wallet } as const;
