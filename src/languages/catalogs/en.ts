import { common } from "./en/common.ts";
import { mail } from "./en/mail.ts";
import { tell } from "./en/tell.ts";

export const en = { ...common, ...mail, ...tell } as const;
