import { common } from "./en/common.ts";
import { pay } from "./en/pay.ts";
import { status } from "./en/status.ts";

export const en = { ...common, ...pay, ...status } as const;
