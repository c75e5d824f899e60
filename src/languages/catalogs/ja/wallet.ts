import type { Texts } from "../../entry.ts";
import type { wallet as english } from "../en/wallet.ts";

export const wallet = {
  "wallet.here": "このブラウザのウォレット",
  "wallet.refund": "返金が必要な場合は、このウォレットに送る",
  "wallet.steps": "ウォレットの処理",
  "wallet.payWith": "{wallet}で支払う",
  "wallet.payWithAny": "このブラウザのウォレットで支払う",
  "wallet.connect": "ウォレットを接続",
  "wallet.check": "お支払いを確認",
  "wallet.pays": "お支払い額は{amount}とネットワーク手数料です。",
  "wallet.move": "ウォレットを{network}に切り替え",
  "wallet.funds": "残高を確認",
  "wallet.confirm": "ウォレットでお支払いを承認",
  "wallet.wait": "ブロックへの取り込みを待機",
  "wallet.noAccount":
    "ウォレットからアカウントが提示されませんでした。ウォレットを開いてロックを解除し、支払うアカウントを選んで、もう一度お試しください。",
  "wallet.declinedAsk":
    "ウォレットで拒否されました。何も送金されていません。いつでももう一度お試しいただけます。",
  "wallet.pending":
    "ウォレットが既に応答を待っています。ウォレットを開いて応答し、もう一度お試しください。何も送金されていません。",
  "wallet.walletSaid": "ウォレットの応答：{words}。何も送金されていません。もう一度お試しください。",
  "wallet.unknownChain":
    "ウォレットに{network}（チェーン {chain}）が登録されていません。追加して、もう一度お試しください。何も送金されていません。",
  "wallet.otherChain":
    "ウォレットが{network}（チェーン {chain}）になっていません。切り替えて、もう一度お試しください。何も送金されていません。",
  "wallet.otherAccount":
    "ウォレットが別のアカウントに切り替わりました。何も送金されていません。支払うアカウントでもう一度お試しください。",
  "wallet.tooPoor":
    "このアカウントの残高は{have}で、お支払い額は{need}です。別のアカウントを選ぶか、別の方法でお支払いください。何も送金されていません。",
  "wallet.declined": "ウォレットで拒否されました。何も送金されていません。",
  "wallet.unsure":
    "送金したかどうか、ウォレットから通知がありませんでした（{words}）。もう一度支払う前に、ウォレットの履歴をご確認ください。送金された場合はここに表示されます。",
  "wallet.failed":
    "取引 {hash} はブロックチェーンで失敗したため、支払いは行われていません。もう一度お試しいただけます。",
  "wallet.slow":
    "取引 {hash} は送信されましたが、まだブロックに取り込まれていません。ここに表示されますので、もう一度お支払いにならないでください。",
  "wallet.wasSent":
    "このブラウザのウォレットは、この請求書に対して {hash} を送信しました。ここに表示されますので、もう一度お支払いにならないでください。",
  "wallet.wasAsked":
    "このお支払いは、以前このブラウザのウォレットに依頼されています。ウォレットの履歴をご確認ください。送金済みの場合はここに表示されますので、もう一度お支払いにならないでください。",
  "wallet.again": "送金されていないため、もう一度支払う",
  "wallet.silent":
    "店舗の決済システムから応答がありません（{words}）。何も送金されていません。もう一度お試しください。",
  "choice.cheapest": "手数料が最安",
  "choice.fastest": "最速",
  "choice.sent": "約{amount}",
  "choice.fee": "手数料 約{amount}",
  "choice.received": "{store}の受取額 約{amount}",
  "choice.seconds": "約{seconds}秒",
  "choice.minutes": "約{minutes}分",
  "choice.hours": "約{hours}時間",
  "choice.needs": "{method}は{amount}以上",
  "choice.notOffered": "手数料の割合が大きすぎるため、この金額ではご利用いただけません：{methods}。",
} as const satisfies Texts<typeof english>;
