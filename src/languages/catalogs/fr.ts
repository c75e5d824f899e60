import { claim } from "./fr/claim.ts";
import { common } from "./fr/common.ts";
import { pay } from "./fr/pay.ts";
import { request } from "./fr/request.ts";
import { status } from "./fr/status.ts";
import { wallet } from "./fr/wallet.ts";

export const fr = { ...claim, ...common, ...pay, ...request, ...status, ...wallet } as const;
