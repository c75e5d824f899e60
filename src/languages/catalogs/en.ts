import { common } from "./en/common.ts";
import { pay } from "./en/pay.ts";
import { status } from "./en/status.ts";
import { wallet } from "./en/wallet.ts";

export const en = { ...common, ...pay, ...status, ...wallet } as const;
