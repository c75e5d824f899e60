import { claim } from "./en/claim.ts";
import { common } from "./en/common.ts";
import { pay } from "./en/pay.ts";
import { request } from "./en/request.ts";
import { status } from "./en/status.ts";
import { wallet } from "./en/wallet.ts";

export const en = { ...claim, ...common, ...pay, ...request, ...status, ...wallet } as const;
