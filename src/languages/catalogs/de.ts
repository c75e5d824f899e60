import { common } from "./de/common.ts";
import { mail } from "./de/mail.ts";
import { tell } from "./de/tell.ts";

export const de = { ...common, ...mail, ...tell } as const;
