import type { Texts } from "../../entry.ts";
import type { tell as english } from "../en/tell.ts";

export const tell = {
  "tell.title": "メールで知らせる",
  "tell.text": {
    other:
      "お支払いの完了時、不足があるとき、返金されたときにメールでお知らせします。メールアドレスは他の目的には使用せず、お支払いの終了から{count}日後に削除します。",
  },
  "tell.label": "メールアドレス",
  "tell.button": "知らせる",
  "tell.saved": "お知らせは{address}に送られます。",
  "tell.change": "アドレスを変更する",
  "tell.stop": "お知らせを止める",
  "tell.still": "このフォームを再読み込みしないページで開く",
  "tell.refused": "メールアドレスを1件入力してください（例：name@example.com）。",
  "tell.tooMany":
    "このアドレスは現在受け付けられません。入力された回数が多すぎます。お支払いの状況はこのページに表示されます。",
  "tell.closed": "このお支払いについてのお知らせはこれ以上ありません。",
  "tell.off": "ここからメールは送信されません。お支払いの状況はこのページに表示されます。",
} as const satisfies Texts<typeof english>;
