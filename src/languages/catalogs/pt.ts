import { common } from "./pt/common.ts";

export const pt = { ...common } as const;
