import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "بيئة تجريبية",
  "common.sandboxText": "<strong>بيئة تجريبية.</strong> أموال وهمية على شبكات خاصة، ولا قيمة لأي شيء هنا.",
  "common.by": "المدفوعات عبر Crosstill",
  "common.contact": "التواصل مع {store}",
  "common.language": "اللغة",
  "common.close": "إغلاق",
  "common.newTab": " (يُفتح في علامة تبويب جديدة)",
  "common.coinOn": "{coin} على {network}",
  "common.chain": "الشبكة {id}",
  "common.address": "العنوان",
  "common.amount": "المبلغ",
  "common.minutes": "{minutes} د",
  "common.hours": "{hours} س {minutes} د",
  "common.days": {
    zero: "{count} يوم",
    one: "يوم واحد ({count})",
    two: "يومان ({count})",
    few: "{count} أيام",
    many: "{count} يومًا",
    other: "{count} يوم",
  },
  "common.stepDone": "، تم",
  "common.stepNow": "، جارٍ",
  "common.stepNext": "، لاحقًا",
  "common.stepStopped": "، توقف",
} as const satisfies Texts<typeof english>;
