import type { Texts } from "../../entry.ts";
import type { status as english } from "../en/status.ts";

export const status = {
  "stage.awaiting": "お支払いをお待ちしています",
  "stage.awaitingText": "このページは自動的に更新されます。",
  "stage.choose": "お支払い方法をお選びください",
  "stage.chooseText": "次に金額とアドレスが表示されます。",
  "stage.heldText":
    "今後の対応は{store}が決定します。店舗にお問い合わせのうえ、もう一度お支払いにならないでください。",
  "stage.slow": "ネットワークが混雑しています",
  "stage.slowText":
    "お支払いを検出しましたが、まだ承認されていません。もう一度お支払いにならないでください。このページを閉じて、後でご確認いただけます。",
  "stage.seen": "お支払いを検出しました",
  "stage.seenText": {
    other:
      "お支払いは送金中で、{count}回の承認を待っています。これ以上の操作は不要です。このページを閉じても構いません。",
  },
  "stage.confirmed": "お支払いが承認されました",
  "stage.confirmedText":
    "お支払いはブロックチェーンに記録され、変換の準備中です。これ以上の操作は不要です。このページを閉じても構いません。",
  "stage.converting": "お支払いを変換しています",
  "stage.convertingText": "お支払いを、{store}が受け取る通貨に変換しています。",
  "stage.thenMissing": "その後、不足があればこのページに表示されます。",
  "stage.nothingLeft": "これ以上の操作は不要です。このページを閉じても構いません。",
  "stage.claimedText": "決済サービスから{store}への支払い完了の報告がありました。現在確認中です。",
  "stage.arrivedText": "{store}への入金はチェーン上にありますが、まだ確定していません。",
  "stage.finalSoon": "{when}確定します。",
  "stage.settled": "お支払い完了",
  "stage.settledText": "ありがとうございます。{store}がお支払いを受け取りました。",
  "stage.acceptedText":
    "ありがとうございます。{store}がお支払いを受け取り、この請求書の支払いとして承認しました。",
  "stage.markedText": "{store}がこの請求書を支払い済みとして承認しました。",
  "stage.expired": "この請求書は期限切れです",
  "stage.expiredText":
    "価格の有効期限が切れました。この請求書にはこれ以上送金せず、{store}に新しい請求書をご依頼ください。",
  "stage.invalid": "お支払いは承認されませんでした",
  "stage.invalidText":
    "この請求書のお支払いは完了しませんでした。再度送金する前に、{store}にお問い合わせください。",
  "stage.refunded": "お支払いは返金されました",
  "stage.refundedToYou": "お支払いを変換できなかったため、お客様の返金先アドレスへ自動的に返金されました。",
  "stage.refundedToShop":
    "お支払いを変換できなかったため、{store}の返金先アドレスへ自動的に送られました。お受け取りについては{store}にお問い合わせください。",
  "stage.unpayable": "この価格はここではお支払いいただけません",
  "stage.notCharged": "請求は発生していません。",
  "stage.noAddress": "支払い先アドレスはまだありません",
  "stage.noAddressText":
    "決済サービスから応答がないため、金額とアドレスを表示できません。請求は発生していません。このページは自動的に再試行します。",
  "stage.unseenText":
    "現在支払いネットワークを確認できないため、アドレスを表示できません。請求は発生していません。1分後にもう一度お試しください。",
  "stage.uncertainText":
    "現在ネットワークを確認できないため、アドレスを表示できません。請求は発生していません。確認中にこの請求書の期限が切れることはありません。1分後にもう一度お試しください。",
  "part.onItsWay": "お支払いの一部が送金中です",
  "part.arrived": "お支払いの一部が届きました",
  "part.paid": "{price}のうち{paid}をお支払いいただきました。",
  "part.paidAbout": "{price}のうち約{paid}をお支払いいただきました（手数料控除前）。",
  "part.about": "約{amount}",
  "part.missing": "{missing}が不足しています。",
  "part.contact": "{missing}が不足しています。{store}にお問い合わせください。",
  "part.send": "まだ{missing}が不足しています。{amount}を送金してください。",
  "part.only": "価格の一部のみが支払われました。",
  "part.workingOut":
    "まだ{missing}が不足しています。お選びの通貨での金額を計算中です。このページは自動的に更新されます。",
  "part.workingOutAll": "残りのお支払い額を計算中です。このページは自動的に更新されます。",
  "part.tooSmall": "{missing}は少額のため、個別にお支払いいただけません。{store}にお問い合わせください。",
  "part.tooSmallIn":
    "{missing}は少額のため、現在{network}の{coin}ではお支払いいただけません。別の方法でお支払いいただくか、{store}にお問い合わせください。",
  "odd.uncertainPaying":
    "現在ネットワークを確認できません。お支払い済みの場合はお待ちください。確認でき次第、このページが更新されます。確認中にこの請求書の期限が切れることはありません。",
  "odd.uncertain":
    "現在ネットワークを確認できません。もう一度お支払いにならないでください。確認中にこの請求書の期限が切れることはありません。",
  "odd.wrongAsset": "指定とは異なる通貨が送金されました。",
  "odd.wrongChain": "指定とは異なるネットワークで送金されました。",
  "odd.converted": "可能な場合は変換し、届いた金額をお支払いとして扱います。",
  "odd.notAgain": "もう一度送金しないでください。",
  "odd.belowMinimum":
    "送金額が少なすぎて変換できません。ネットワーク手数料を差し引いて残りがあれば、返金先アドレスに送られます。{store}にお問い合わせください。",
  "odd.failed": "決済サービスは、これまでのところお支払いを変換できていません。",
  "odd.failedOne": "決済サービスは、これまでのところお支払いの一つを変換できていません。",
  "odd.goesBack": "自動的に返金されるか、{store}が確認します。",
  "odd.goesBackTwice": "自動的に返金されるか、{store}が確認します。もう一度お支払いにならないでください。",
  "odd.goesBackWithout":
    "自動的に返金されるか、{store}が確認します。このページの請求額にその分は含まれていません。",
  "odd.refundArranged": "{store}が{amount}の返金を手配しました。",
  "odd.over":
    "この請求額より{amount}多く送金されました。全額が{store}に届きます。差額については店舗にお問い合わせください。",
  "odd.marked": "{store}がこの請求書の状態を手動で設定しました。",
  "odd.late": "お支払いは価格の有効期限後に届きました。",
  "odd.lateAccepted": "お支払いは価格の有効期限後に届きましたが、承認されました。",
  "odd.lateAsk": "{store}にお問い合わせください。",
  "odd.lateDecides":
    "可能な場合は現在の価格で変換します。{store}が確認し、対応を決定します。もう一度お支払いにならないでください。",
  "notice.notConverted": "お支払いの{amount}は変換できませんでした。",
  "notice.paymentNotConverted": "お支払いは変換できませんでした。",
  "notice.toYou": "お客様の返金先アドレスに送られました。",
  "notice.toShop": "{store}の返金先アドレスに送られました。店舗にお問い合わせください。",
  "notice.restToYou": "{amount}（残りはネットワーク手数料）がお客様の返金先アドレスに送られました。",
  "notice.restToShop":
    "{amount}（残りはネットワーク手数料）が{store}の返金先アドレスに送られました。店舗にお問い合わせください。",
  "notice.outdated":
    "現在このページを更新できません。数分前の状態を表示しています。その後にお支払い済みの場合は、再度支払わず、このページの更新を待つか、ショップにお問い合わせください。",
  "notice.payAgain": "引き続き全額をお支払いいただけます。",
  "status.paidOf": "{price}のうち{received}",
  "status.goingBack": "5秒後に{store}に戻ります。",
  "status.stay": "ここにとどまる",
  "status.return": "{store}に戻る",
  "status.print": "領収書を印刷",
  "status.newPrice": "{store}で新しい価格を確認する",
  "status.payWith": "{method}で支払う",
  "status.tryAgainWith": "{method}でもう一度試す",
  "status.tryMethodAgain": "{method}をもう一度試す",
  "status.showAmount": "{method}での金額を表示",
  "status.alreadySent": "送金済みですか？",
  "status.alreadySentText":
    "もう一度支払わないでください。期限後に届いたお支払いは{store}が確認し、対応を決定します。下の請求書番号を控えて、{store}にお問い合わせください。",
  "step.progress": "お支払いの進行状況",
  "step.seen": "検出",
  "step.seenNote": "ネットワーク上",
  "step.confirmed": "承認 {have}/{need}",
  "step.inBlock": "ブロックに記録",
  "step.inBlocks": "複数のブロックに記録",
  "step.converting": "変換",
  "step.convertingNote": "店舗の通貨へ",
  "step.settled": "完了",
  "step.settledNote": "店舗が受け取りました",
  "step.claimedNote": "サービスの報告",
  "step.arrivedNote": "検出済み、未確定",
  "record.date": "日付",
  "record.paidTo": "支払い先",
  "record.order": "注文 {id}",
  "record.youPaid": "お支払い",
  "record.late": "期限後",
  "record.seen": "検出済み、未承認",
  "record.confirmed": "承認済み",
  "record.dropped": "ネットワークから消失",
  "record.droppedNote":
    "この取引はネットワークで置き換えられたか、破棄されました。この取引でウォレットからお金は出ていません。",
  "record.otherCoin": "別の通貨の金額",
  "record.wrongAsset": "指定とは異なる通貨です。",
  "record.wrongChain": "指定とは異なるネットワークです。",
  "record.foundByShop": "店舗がお客様のお支払いであることを確認しました。",
  "record.delayed": "ネットワークが混雑しており、まだブロックに取り込まれていません。",
  "record.sentBack": "返金",
  "record.noAmount": "金額の報告なし",
  "record.transaction": "取引",
  "record.explorer": "（新しいタブでエクスプローラーを開きます）",
  "stage.noWay":
    "この請求書ではどのお支払い方法もご利用いただけません。別の金額または方法について{store}にご相談ください。",
  "odd.wrongNetwork": "{sent}が送金されましたが、ご請求は{asked}です。",
  "record.wrongNetwork": "指定とは異なるネットワークです：{asked}ではなく{sent}。",
  "record.someCoin": "ある通貨",
  "part.notWhole": "全額をもう一度お支払いにならないでください。",
} as const satisfies Texts<typeof english>;
