import { common } from "./ar/common.ts";
import { mail } from "./ar/mail.ts";
import { tell } from "./ar/tell.ts";

export const ar = { ...common, ...mail, ...tell } as const;
