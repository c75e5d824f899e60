import { common } from "./ar/common.ts";

export const ar = { ...common } as const;
