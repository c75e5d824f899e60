import { common } from "./fr/common.ts";

export const fr = { ...common } as const;
