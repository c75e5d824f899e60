import { common } from "./es/common.ts";

export const es = { ...common } as const;
