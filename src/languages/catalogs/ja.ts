import { claim } from "./ja/claim.ts";
import { common } from "./ja/common.ts";
import { pay } from "./ja/pay.ts";
import { request } from "./ja/request.ts";
import { status } from "./ja/status.ts";
import { wallet } from "./ja/wallet.ts";

export const ja = { ...claim, ...common, ...pay, ...request, ...status, ...wallet } as const;
