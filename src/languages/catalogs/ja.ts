import { common } from "./ja/common.ts";
import { pay } from "./ja/pay.ts";
import { status } from "./ja/status.ts";

export const ja = { ...common, ...pay, ...status } as const;
