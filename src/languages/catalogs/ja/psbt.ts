import type { Texts } from "../../entry.ts";
import type { psbt as english } from "../en/psbt.ts";

export const psbt = {
  "psbt.title": "PSBTで支払う",
  "psbt.back": "{store}の請求書に戻る",
  "psbt.lead":
    "ハードウェアウォレット・オフラインウォレット用です。次のアドレスに、ちょうど<strong>{amount}</strong>を支払います：",
  "psbt.sign": "1. 署名する",
  "psbt.spends":
    "お客様のアドレスの承認済みコインを使います。ネットワーク手数料は<strong>{fee}</strong>で、残りは次のアドレスに戻ります：",
  "psbt.download": "PSBTをダウンロード",
  "psbt.copy": "テキストとしてコピー",
  "psbt.showText": "テキストで表示",
  "psbt.asText": "PSBTのテキスト",
  "psbt.showQr": "QRコードで表示",
  "psbt.qr": "PSBTのQRコード",
  "psbt.tooLong": "1つのQRコードには長すぎます。ファイルまたはテキストをお使いください。",
  "psbt.where": "1. コインのあるアドレスを入力する",
  "psbt.addresses":
    "ウォレットのアドレスを{most}件まで、1行に1件ずつ入力してください。残額は最初のアドレスに戻ります",
  "psbt.lookup": "店舗の決済システムがエクスプローラーでコインを調べます。調べた内容は記録しません。",
  "psbt.make": "PSBTを作成",
  "psbt.paste": "2. 署名済みのものを貼り付ける",
  "psbt.signed": "署名済みPSBTのテキスト",
  "psbt.check": "送信前に内容を確認します。この請求書をちょうど支払うものだけを送信します。",
  "psbt.send": "確認して送信",
  "psbt.unchosen": "先に請求書のページでビットコインを選んでください。",
  "psbt.addressesWanted": "ウォレットのアドレスを1～{most}件入力してください（入力は{given}件）。",
  "psbt.noAddress":
    "「{text}」はこのネットワークのビットコインアドレスではありません。コインのあるアドレスを入力してください。",
  "psbt.hardToSign":
    "{address}のコインは、単純な署名だけでは使えません。アドレス宛てに支払うか、別のアドレスのコインをお使いください。",
  "psbt.dust": "この少額はビットコインでは送れません。ネットワークが中継するのは{least} sats以上です。",
  "psbt.manyCoins":
    "コインが{most}個より多く必要です。より大きなコインのあるアドレスを入力するか、アドレス宛てにお支払いください。",
  "psbt.poor":
    "これらのアドレスの承認済み残高は{held}です。{needed}とネットワーク手数料が必要で、少なくとも{missing}不足しています。",
  "psbt.coinsChanged": "コインの状態がたった今変わりました。もう一度お試しください。",
  "psbt.unpriced": "この請求書は現在ビットコインでのお支払いを求めていません。何も送信されていません。",
  "psbt.otherAmount":
    "このPSBTは{address}に{paid}を支払うものですが、ちょうど{expected}である必要があります。何も送信されていません。ここで新しいPSBTを作成してください。",
  "psbt.networkRefuses":
    "ビットコインネットワークがこのトランザクションを拒否しました：{words}。その間にコインを使いませんでしたか。ここで新しいPSBTを作成してください。",
  "psbt.closed":
    "この請求書は支払い済みか、終了しているため、何も送信されていません。新しい請求書を店舗にご依頼ください。",
  "psbt.paid": "この請求書は支払い済みです。何も送信されていません。",
  "psbt.busy":
    "現在、ビットコインネットワークへの照会が集中しています。何も送信されていません。1分後にもう一度お試しください。",
  "psbt.unseen":
    "現在ビットコインネットワークを確認できません。1分後にもう一度お試しください。同じPSBTで二重に支払われることはありません。",
  "psbt.unsigned.empty": "署名済みのPSBT（cHNidPで始まるテキスト）を貼り付けてください。",
  "psbt.unsigned.finished":
    "これはPSBTではなく、完成したトランザクションです。ウォレットから直接送信できます。",
  "psbt.unsigned.foreign":
    "これはPSBTではありません。ウォレットが書き出した署名済みのもの（cHNidPで始まるテキスト）を貼り付けてください。",
  "psbt.unsigned.input":
    "入力{inputs}件のうち{input}番目が署名されていません。ウォレットが求めるすべての鍵で署名し、もう一度書き出してください。",
  "psbt.unsigned.misfit":
    "入力{input}番目の署名が一致しません。ここで作成したファイルをそのまま署名してください。",
  "psbt.unsigned.incomplete": "入力{input}番目を完成できません：{words}",
  "psbt.unsigned.crowded":
    "署名が{words}個あり、ここで検証できる数を超えています。ウォレットから送信してください。",
  "psbt.unsigned.whole": "送信できません：{words}",
} as const satisfies Texts<typeof english>;
