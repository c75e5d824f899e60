import { common } from "./ja/common.ts";

export const ja = { ...common } as const;
