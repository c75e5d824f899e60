import { common } from "./es/common.ts";
import { pay } from "./es/pay.ts";
import { status } from "./es/status.ts";

export const es = { ...common, ...pay, ...status } as const;
