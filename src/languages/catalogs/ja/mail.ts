import type { Texts } from "../../entry.ts";
import type { mail as english } from "../en/mail.ts";

export const mail = {
  "mail.pay": "{amount}を支払う",
  "mail.open": "お支払いページを開く",
  "mail.anyAmount": "お好きな金額",
  "mail.invoice.subject": "{store}からのご請求：{amount}",
  "mail.invoice.lead":
    "{store}より{amount}のお支払いのお願いです。下のページで通貨を選ぶと、送る金額と送り先が表示されます。",
  "mail.reminder.subject": "お支払いがまだ確認できません：{store}宛て{amount}",
  "mail.reminder.lead":
    "{store}では{amount}のお支払いをまだ確認できていません。すでに送金された場合は、行き違いですので、もう一度送らないでください。",
  "mail.confirmed.subject": "{store}へのお支払いが承認されました",
  "mail.confirmed.lead":
    "お支払いはブロックチェーンに記録され、{store}に届くところです。これ以上の操作は必要ありません。完了しましたら、もう一度お知らせします。",
  "mail.underpaid.subject": "{store}へのお支払いが{missing}不足しています",
  "mail.underpaid.lead":
    "{store}へのお支払いの一部を検出しました。{amount}のうち約{missing}が不足しています。正確な金額と送り先は下のページに表示されます。",
  "mail.settled.subject": "領収書：{store}に{amount}をお支払いいただきました",
  "mail.settled.lead":
    "ありがとうございます。{store}がお支払いを受け取りました。領収書は下のページにあります。",
  "mail.settled.link": "領収書を開く",
  "mail.expired.subject": "{store}の請求の有効期限が切れました",
  "mail.expired.lead":
    "{amount}の価格は保証されなくなりました。この請求にはもう送金せず、{store}に新しい請求をご依頼ください。すでに送金された場合は、再度送金しないでください。状況は下のページに表示されます。{store}にもお問い合わせいただけます。",
  "mail.refunded.subject": "{store}へのお支払いが返金されました",
  "mail.refunded.payer": "お支払いを変換できなかったため、ご指定の返金先アドレスに自動的に返金されました。",
  "mail.refunded.shop":
    "お支払いを変換できなかったため、{store}の返金先アドレスに自動的に返金されました。お受け取りについては{store}にお問い合わせください。",
  "mail.refund.subject": "{store}からの返金のご案内",
  "mail.refund.lead":
    "{store}が{amount}を返金します。下のページで返金先のアドレスをご指定ください。このリンクを持つ人は誰でも返金を受け取れますので、他の人に渡さないでください。",
  "mail.refund.link": "返金を受け取る",
  "mail.statement.subject": "{store}：{month}の明細書",
  "mail.statement.lead":
    "{store}の{month}分の帳簿が確定しました。下のリンクから、閲覧・印刷できる明細書と、支払い、請求、返金、手数料、元帳の各ファイルをご覧いただけます。",
  "mail.statement.link": "明細書を開く",
  "mail.statement.expires": {
    other: "リンクの有効期間は{count}日間です。",
  },
  "mail.statement.secret":
    "パスワードは不要で、リンクを持つ人は誰でもこの月の内容を閲覧できます。閲覧を認められた方以外には渡さないでください。",
  "mail.fact.what": "内容",
  "mail.fact.order": "ご注文",
  "mail.fact.amount": "金額",
  "mail.fact.missing": "不足額",
  "mail.request.subject": "{store}からのお支払い依頼：{amount}",
  "mail.fact.payUntil": "お支払い期限",
  "mail.whyRequest":
    "{store}がお客様のメールアドレス宛てにお支払い依頼を送信したため、このメールをお送りしています。",
  "mail.fact.until": "価格の有効期限",
  "mail.fact.sentBack": "返金額",
  "mail.fact.transaction": "トランザクション",
  "mail.fact.invoice": "請求番号",
  "mail.fact.store": "ショップ",
  "mail.fact.month": "対象月",
  "mail.fact.zone": "タイムゾーン",
  "mail.whyCustomer":
    "{store}がお客様のメールアドレス宛てに請求を作成したため、このメールをお送りしています。",
  "mail.whyPayer":
    "{store}のお支払いページにこのメールアドレスが入力されたため、このメールをお送りしています。アドレスは同じページで削除できます。",
  "mail.whyAccountant":
    "{store}が経理担当の連絡先としてこのメールアドレスを登録したため、このメールをお送りしています。",
  "mail.sender":
    "このメールは{store}が決済ゲートウェイ{host}を通じて送信しています。パスワード、鍵、復元用の単語をお尋ねすることはありません。尋ねるページは閉じてください。",
  "mail.kept": {
    other: "メールアドレスはこのお支払いに関するご連絡にのみ使用し、終了から{count}日後に削除します。",
  },
  "mail.sandbox": "テスト環境：架空のお金です。ここにあるものに価値はありません。",
} as const satisfies Texts<typeof english>;
