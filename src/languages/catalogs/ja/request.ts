import type { Texts } from "../../entry.ts";
import type { request as english } from "../en/request.ts";

export const request = {
  "request.name": "支払い依頼",
  "request.reference": "参照番号 {id}",
  "request.howMuch": "今回のお支払い額（{currency}）",
  "request.pay": "支払う",
  "request.payAmount": "{amount} を支払う",
  "request.until": "お支払い期限：<time>{time}</time>",
  "request.paid": "支払い済み",
  "request.onItsWay": "送金中",
  "request.doneText": "ありがとうございます。{store}が{amount}を受け取りました。",
  "request.moving": "お支払いは送金中です",
  "request.movingText":
    "全額分の支払いが検出されましたが、まだ完了していません。完了すると、このページに表示されます。",
  "request.expired": "この依頼は期限切れです",
  "request.withdrawn": "この依頼は取り消されました",
  "request.askNew": "{store}に新しい依頼をお求めください。",
  "request.left": "残りのお支払い額：{amount}",
  "request.ready": "お支払いいただけます",
  "request.next": "次に通貨をお選びいただきます。その通貨での価格はお支払い時に計算されます。",
  "request.refused":
    "この内容ではお支払いいただけません。金額を確認してもう一度お試しいただくか、{store}にお問い合わせください。",
  "problem.notFound": "見つかりません",
  "problem.notFoundText": "このアドレスには何もありません。リンクが不完全な可能性があります。",
  "problem.noInvoice":
    "このリンクに対応する請求書がありません。リンクが不完全か、請求書が存在しなくなった可能性があります。お支払い済みの場合は、取引ID（TXID）と送金先アドレスを添えて店舗にお問い合わせください。この二つがあれば、お支払いを見つけることができます。",
  "problem.tooMany": "リクエストが多すぎます",
  "problem.tooManyText": "お使いのアドレスからのリクエストが多すぎます。1分ほどお待ちください。",
  "problem.notNow": "現在ご利用いただけません",
  "problem.notNowText": "現在この操作はできません。何も変更されていません。1分後にもう一度お試しください。",
  "problem.wrong": "問題が発生しました",
  "problem.wrongText": "問題が発生しました。もう一度お試しください。続く場合は店舗にお問い合わせください。",
  "problem.didNotWork": "処理できませんでした",
  "problem.didNotWorkText":
    "リクエストを処理できませんでした。前のページに戻り、入力内容を確認して、もう一度お試しください。",
  "problem.code": "コード",
  "problem.reference": "参照番号",
  "problem.home": "トップページ",
} as const satisfies Texts<typeof english>;
