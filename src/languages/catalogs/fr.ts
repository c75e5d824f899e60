import { common } from "./fr/common.ts";
import { pay } from "./fr/pay.ts";
import { status } from "./fr/status.ts";

export const fr = { ...common, ...pay, ...status } as const;
