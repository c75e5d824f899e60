import { common } from "./pt/common.ts";
import { pay } from "./pt/pay.ts";
import { status } from "./pt/status.ts";

export const pt = { ...common, ...pay, ...status } as const;
