import { common } from "./pt/common.ts";
import { mail } from "./pt/mail.ts";
import { tell } from "./pt/tell.ts";

export const pt = { ...common, ...mail, ...tell } as const;
