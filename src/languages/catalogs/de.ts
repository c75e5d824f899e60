import { common } from "./de/common.ts";
import { pay } from "./de/pay.ts";
import { status } from "./de/status.ts";

export const de = { ...common, ...pay, ...status } as const;
