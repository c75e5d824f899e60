import { common } from "./ja/common.ts";
import { mail } from "./ja/mail.ts";
import { tell } from "./ja/tell.ts";

export const ja = { ...common, ...mail, ...tell } as const;
