import { common } from "./en/common.ts";

export const en = { ...common } as const;
