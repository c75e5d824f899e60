import type { Texts } from "../../entry.ts";
import type { common as english } from "../en/common.ts";

export const common = {
  "common.sandbox": "テスト環境",
  "common.sandboxText":
    "<strong>テスト環境です。</strong>プライベートチェーン上の架空のお金で、価値はありません。",
  "common.by": "決済：Crosstill",
  "common.contact": "{store}に問い合わせる",
  "common.language": "言語",
} as const satisfies Texts<typeof english>;
