import { common } from "./fr/common.ts";
import { mail } from "./fr/mail.ts";
import { tell } from "./fr/tell.ts";

export const fr = { ...common, ...mail, ...tell } as const;
