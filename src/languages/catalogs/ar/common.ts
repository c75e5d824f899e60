import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "بيئة تجريبية",
  "common.sandboxText": "<strong>بيئة تجريبية.</strong> أموال وهمية على شبكات خاصة، ولا قيمة لأي شيء هنا.",
  "common.by": "المدفوعات عبر Crosstill",
  "common.contact": "التواصل مع {store}",
  "common.language": "اللغة",
} as const satisfies Texts<typeof english>;
