import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "テスト環境",
  "common.sandboxText":
    "<strong>テスト環境です。</strong>プライベートチェーン上の架空のお金で、価値はありません。",
  "common.by": "決済：Crosstill",
  "common.contact": "{store}に問い合わせる",
  "common.language": "言語",
  "common.close": "閉じる",
  "common.newTab": "（新しいタブで開きます）",
  "common.coinOn": "{coin}（{network}）",
  "common.chain": "チェーン {id}",
  "common.address": "アドレス",
  "common.amount": "金額",
  "common.minutes": "{minutes}分",
  "common.hours": "{hours}時間{minutes}分",
  "common.days": { other: "{count}日" },
  "common.stepDone": "、完了",
  "common.stepNow": "、進行中",
  "common.stepNext": "、これから",
  "common.stepStopped": "、中止",
} as const satisfies Texts<typeof english>;
