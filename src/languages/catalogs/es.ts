import { common } from "./es/common.ts";
import { mail } from "./es/mail.ts";
import { tell } from "./es/tell.ts";

export const es = { ...common, ...mail, ...tell } as const;
