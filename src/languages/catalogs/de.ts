import { common } from "./de/common.ts";

export const de = { ...common } as const;
