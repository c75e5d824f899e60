import { common } from "./ar/common.ts";
import { pay } from "./ar/pay.ts";
import { status } from "./ar/status.ts";

export const ar = { ...common, ...pay, ...status } as const;
