import type { Entry } from "../entry.ts";

/** The merchant's pages. The English text is the key; of a plural its form `other`. */
export const ja: Readonly<Record<string, Entry>> = {
  Database: "データベース",
  ok: "正常",
  "missing after a failover: {count} invoices; run crosstill recover":
    "フェイルオーバー後に{count}件の請求書がありません。crosstill recoverを実行してください",
  Journal: "ジャーナル",
  Jobs: "ジョブ",
  running: "実行中",
  "late: {jobs}": "遅延：{jobs}",
  "Intent service": "決済サービス",
  Explorers: "エクスプローラー",
  "uncertain: {reason}": "不確か：{reason}",
  "E-mail": "メール",
  "set up": "設定済み",
  "off: SMTP_URL is not set": "オフ：SMTP_URLが未設定です",
  Backup: "バックアップ",
  "none yet": "まだありません",
  "within the last day": "過去1日以内",
  "{count} days ago": { other: "{count}日前" },
  "In the coin that was paid": "支払いの通貨",
  "Expected a time to come; this one is over.":
    "これからの日時を入力してください。指定された日時は過ぎています。",
  "Expected at most {most} minutes (30 days); got {came}.":
    "{most}分（30日）以内にしてください。入力された値：{came}。",
  "There is nothing here, or it belongs to a store that you are no member of.":
    "ここには何もないか、あなたがメンバーではないストアのものです。",
  "Your role in this store does not allow: {permission}. An owner of the store can give you another role.":
    "このストアでのあなたの役割では許可されていません：{permission}。ストアのオーナーは別の役割を割り当てられます。",
  "This form must be sent from a page at {origin}. Open {page} and try again.":
    "このフォームは{origin}のページから送信する必要があります。{page}を開いて、もう一度お試しください。",
  "This form is from before you signed in. Go back, load the page again, and repeat.":
    "このフォームはサインイン前のものです。前のページに戻って再読み込みし、もう一度お試しください。",
  "Over plain http your password can be read by anyone on the network path. Set PUBLIC_URL to an https address; on this machine alone http://localhost works too.":
    "平文のhttpでは、経路上の誰でもパスワードを読み取れます。PUBLIC_URLにhttpsのアドレスを設定してください。このマシンだけで使う場合はhttp://localhostでもかまいません。",
  "QR code with the payment link": "支払いリンクのQRコード",
  "QR code with the address of this counter": "このレジのアドレスのQRコード",
  "QR code for the authenticator app": "認証アプリ用のQRコード",
  "The invoice was made.": "請求書が作成されました。",
  "A price was shown: {amount} to {address}.": "価格が表示されました：{amount}、宛先{address}。",
  "Payment {amount} ({outpoint}) was seen first.": "支払い{amount}（{outpoint}）が初めて確認されました。",
  "Payment {amount} ({outpoint}) was in a block.": "支払い{amount}（{outpoint}）がブロックに入りました。",
  "Payment {amount} ({outpoint}) had {need} confirmations.":
    "支払い{amount}（{outpoint}）の承認が{need}件になりました。",
  "{amount} reached the merchant, for {outpoint}.": "{amount}が加盟店に届きました（{outpoint}に対して）。",
  "{amount} is said to have reached the merchant, for {outpoint}.":
    "{amount}が加盟店に届いたと報告されました（{outpoint}に対して）。",
  "{amount} went back, of {outpoint}.": "{outpoint}のうち{amount}が返金されました。",
  "The invoice became {state}.": "請求書の状態が変わりました：{state}。",
  "{name} marked the invoice {state}: {reason}":
    "{name}が請求書の状態を設定しました：{state}。理由：{reason}",
  "An unreported amount": "報告されていない金額",
  "the gateway": "ゲートウェイ",
  "a block": "ブロック",
  "the mempool": "メモリプール",
  "the chain": "チェーン",
  "a transfer": "送金",
  "a reorganisation": "再編成",
  "the intent service": "決済サービス",
  "the journal": "ジャーナル",
  "a person": "担当者",
  "The connection failed: {code}.": "接続に失敗しました：{code}。",
  "No answer within {seconds} seconds.": "{seconds}秒以内に応答がありませんでした。",
  "not reached yet": "まだ接続できていません",
  "reached within the last minute": "1分以内に接続",
  "last reached {count} min ago": "最終接続：{count}分前",
  "not reached: {reason}": "接続できません：{reason}",
  "last reached {count} min ago: {reason}": "最終接続：{count}分前。{reason}",
  Disk: "ディスク",
  "{size} GiB free": "空き容量 {size} GiB",
  unknown: "不明",
  "It asks for no permission: the link must name at least one.":
    "権限が1つも求められていません。リンクで少なくとも1つ指定する必要があります。",
  "It asks for what Crosstill does not know: {names}.": "Crosstillにない権限が求められています：{names}。",
  "It asks for several stores at once, and a key is for one store.":
    "複数の店舗が同時に求められていますが、キーは1つの店舗にしか使えません。",
  "You have approved this already. Start again from the application if its key did not arrive.":
    "すでに承認済みです。キーが届いていない場合は、アプリケーションからやり直してください。",
  "There is no store of which you may make keys with these permissions.":
    "これらの権限を持つキーを作成できる店舗がありません。",
  "The store that it asks for is none of which you may make keys with these permissions.":
    "求められている店舗では、これらの権限を持つキーを作成できません。",
  "Choose the store that the key is for.": "キーを使う店舗を選択してください。",
  "Leave at least one permission, or press Cancel.":
    "権限を少なくとも1つ残すか、「キャンセル」を押してください。",
  "The two passwords are not the same.": "2つのパスワードが一致しません。",
  "Too many attempts. Try again in {minutes} min.":
    "試行回数が多すぎます。{minutes}分後にもう一度お試しください。",
  "The current password is wrong.": "現在のパスワードが正しくありません。",
  "Expected an e-mail address such as ada@example.com.":
    "メールアドレスを入力してください（例：ada@example.com）。",
  "This code is not of the present setup. Begin the setup again.":
    "このコードは現在の設定のものではありません。設定をもう一度始めてください。",
  "This code is wrong. Wait for the next one.":
    "コードが正しくありません。次のコードが表示されるまでお待ちください。",
  "The passkey was not kept. Try again.": "パスキーを保存できませんでした。もう一度お試しください。",
  "Unknown browser": "不明なブラウザ",
  "{browser} on {system}": "{browser}（{system}）",
  "This is not your password.": "パスワードが正しくありません。",
  "This second factor was not accepted. A code works once.":
    "この認証は受け付けられませんでした。コードは1回だけ使えます。",
  "A payment needs a decision": "判断が必要な支払いがあります",
  "You were paid": "支払いを受け取りました",
  "What a day has brought": "1日の受取額",
  "The payment of an invoice of {price} needs a decision: {kind}.":
    "{price}の請求書の支払いに判断が必要です：{kind}。",
  "A payment of {amount} for order {order} has settled.": "注文{order}の{amount}の支払いが決済されました。",
  "A payment of {amount} has settled.": "{amount}の支払いが決済されました。",
  "On {day} {store} received payments without a known value. Number of payments: {count}.":
    "{day}に{store}は評価額不明の支払いを受け取りました。支払い件数：{count}。",
  "On {day} {store} received {amount}. Number of payments: {count}.":
    "{day}に{store}は{amount}を受け取りました。支払い件数：{count}。",
  "An invoice of {amount} was lost with the database.":
    "{amount}の請求書がデータベースとともに失われました。",
  "An invoice was lost with the database.": "請求書がデータベースとともに失われました。",
  "The refund of {amount} for order {order} waits for an approval.":
    "注文{order}の{amount}の返金が承認を待っています。",
  "The refund of {amount} for order {order} is to be paid.":
    "注文{order}の{amount}の返金の支払いが必要です。",
  "The refund of {amount} for order {order} is more than the shop has of its invoice.":
    "注文{order}の{amount}の返金は、その請求書で店舗が保有する額を超えています。",
  "The refund of {amount} waits for an approval.": "{amount}の返金が承認を待っています。",
  "The refund of {amount} is to be paid.": "{amount}の返金の支払いが必要です。",
  "The refund of {amount} is more than the shop has of its invoice.":
    "{amount}の返金は、その請求書で店舗が保有する額を超えています。",
  "The payout of {amount} waits for an approval.": "{amount}の払い出しが承認を待っています。",
  "The payout of {amount} is to be paid.": "{amount}の払い出しの支払いが必要です。",
  "Check the payment of the payout of {amount}. The payout does not complete by itself.":
    "{amount} の支払いの送金を確認してください。自動では完了しません。",
  "Unattributed funds": "帰属先不明の資金",
  "An e-mail did not arrive": "メールが届きませんでした",
  "A webhook was disabled": "Webhookが無効になりました",
  "A refund is not covered": "返金の資金が不足しています",
  "A payout waits for an approval": "承認待ちの払い出しがあります",
  "A payout is to be paid": "支払いが必要な払い出しがあります",
  "Another person changed settings": "ほかの人が設定を変更しました",
  "The audit found a violation": "監査で違反が見つかりました",
  "The name must have 1 to {most} characters.": "名前は1～{most}文字で入力してください。",
  "Too many attempts. Try again in {minutes} min, or on a browser on which you have signed in before.":
    "試行回数が多すぎます。{minutes}分後にもう一度試すか、以前サインインしたことのあるブラウザでお試しください。",
  "Many are trying to sign in at this moment. Try again in some seconds.":
    "現在、サインインが集中しています。数秒後にもう一度お試しください。",
  "Name and password do not belong together.": "名前とパスワードの組み合わせが正しくありません。",
  "This code is wrong, or was used already. A code works once.":
    "コードが正しくないか、すでに使用されています。コードは1回だけ使えます。",
  "This passkey is not known here, or was too slow. Try again.":
    "このパスキーは登録されていないか、時間切れになりました。もう一度お試しください。",
  Website: "ウェブサイト",
  "Support address": "サポートの連絡先",
  "Less than the price has arrived. Accept it (mark the invoice settled), or refund it.":
    "届いた金額が価格より少ないです。受け入れる（請求書を完了にする）か、返金してください。",
  "More than the price has arrived. Keep it, or refund the difference.":
    "届いた金額が価格より多いです。そのまま受け取るか、差額を返金してください。",
  "The money arrived after the time was over. Accept it (mark the invoice settled), or refund it.":
    "期限後にお金が届きました。受け入れる（請求書を完了にする）か、返金してください。",
  "The intent service does not convert a payment, and has not sent it back so far. Ask it to refund, or accept the payment (mark the invoice settled) once the money is with you.":
    "決済サービスが支払いを変換しておらず、まだ返金もしていません。決済サービスに返金を依頼するか、お金が手元に届いてから支払いを受け入れて（請求書を完了にして）ください。",
  "Money came, stayed or went back after you had decided what the invoice is.":
    "請求書の状態を決めた後に、お金が届いたか、留まったか、返金されました。",
  "A payment takes far longer than usual, and nothing has come of it. Ask the intent service.":
    "通常よりはるかに長くかかっている支払いがあり、その後の動きがありません。決済サービスに問い合わせてください。",
  "Something happened that should not. Open the invoice, see what it names as odd, and compare with the chain.":
    "起こるはずのないことが起こりました。請求書を開き、「例外」の内容を確認して、チェーンと照合してください。",
  underpaid: "不足",
  overpaid: "過払い",
  late: "期限後",
  failed: "失敗",
  "after a decision": "判断の後",
  stalled: "停滞",
  anomaly: "異常",
  "The key would be allowed more than you are.": "ご自身の権限を超えるキーは作成できません。",
  "{coin} on {network}": "{coin}（{network}）",
  "without a label": "ラベルなし",
  "The label must have 1 to {most} characters.": "ラベルは1～{most}文字で入力してください。",
  "Choose what the key may do.": "キーに許可する操作を選択してください。",
  "Choose when the key expires.": "キーの有効期限を選択してください。",
  "API keys": "APIキー",
  Webhooks: "Webhook",
  Events: "イベント",
  "API reference": "APIリファレンス",
  "Nothing is left to deliver.": "配信待ちのものはありません。",
  "Tried again now: {count}.": "再試行した件数：{count}件。",
  "not sent yet": "未送信",
  "accepted with {code}": "{code}で受理",
  "refused with {code}": "{code}で拒否",
  "all events": "すべてのイベント",
  "A second person must confirm it.": "2人目の確認が必要です。",
  "Added.": "追加しました。",
  "The invoice is archived.": "請求書をアーカイブしました。",
  "The funds are assigned to the invoice.": "資金を請求書に割り当てました。",
  "Signed out.": "サインアウトしました。",
  "The invoice is marked invalid.": "請求書を無効にしました。",
  "The refund is made. Send the customer its link.": "返金を作成しました。リンクをお客様に送ってください。",
  "Removed.": "削除しました。",
  "That was done already. The secret is shown only once: make a new one if you did not copy it.":
    "すでに実行済みです。シークレットは一度しか表示されません。コピーしていない場合は新しいものを作成してください。",
  "Taken off the list.": "一覧から外しました。",
  "Saved.": "保存しました。",
  "Sent.": "送信しました。",
  "The invoice is marked settled.": "請求書を決済済みにしました。",
  "Store made.": "ストアを作成しました。",
  "The invoice is in the lists again.": "請求書を一覧に戻しました。",
  "any amount in {currency}": "金額自由（{currency}）",
  "{units} units of {currency}": "{currency} {units}単位",
  "Choose what the invoice is: settled or invalid.": "請求書を完了にするか無効にするかを選択してください。",
  "Expected a reason of at most {most} characters.": "理由は{most}文字以内で入力してください。",
  "Expected a JSON object; this has more than {most} characters. Nothing was changed.":
    "JSONオブジェクトを入力してください。{most}文字を超えています。何も変更されていません。",
  "Expected a JSON object; this is not JSON. Nothing was changed.":
    "JSONオブジェクトを入力してください。入力内容はJSONではありません。何も変更されていません。",
  "Expected a JSON object; this is null. Nothing was changed.":
    "JSONオブジェクトを入力してください。入力内容はnullです。何も変更されていません。",
  "Expected one e-mail address, such as ada@example.com.":
    "メールアドレスを1件入力してください（例：ada@example.com）。",
  "Choose what to refund: all of it, the rest, what was too much, or an amount.":
    "返金する額を選択してください：全額、残額、過払い分、または金額の指定。",
  All: "すべて",
  "waits for you": "対応待ち",
  archived: "アーカイブ済み",
  "from {day}": "{day}から",
  "to {day}": "{day}まで",
  "paid in {coin}": "{coin}での支払い",
  "“{word}”": "「{word}」",
  "Expected an amount above 0 and at most {amount}, which is what was received and not refunded yet.":
    "0より大きく{amount}以下の金額を入力してください。これは受け取ったうち、まだ返金していない額です。",
  "delivered to {webhook}": "{webhook}に配信済み",
  "given up for {webhook}": "{webhook}への配信を中止",
  "a webhook that was deleted": "削除されたWebhook",
  "waits for {webhook}": "{webhook}への配信待ち",
  "{what}, attempt {count}": "{what}、{count}回目の試行",
  "an unreported amount": "金額の報告なし",
  Payment: "支払い",
  "Received by the merchant": "店舗の受け取り",
  "Sent back": "返金",
  "Not looked up: {reason}": "照会していません：{reason}",
  "A node has it in block {number}, {hash}.": "ノードの記録ではブロック {number}（{hash}）に含まれています。",
  "The transaction is in the pack.": "取引はパックに含まれています。",
  "In block {number}, with the work of {count} blocks in the pack.": {
    other: "ブロック {number} に含まれ、パックには{count}ブロック分の作業量が含まれています。",
  },
  "Choose what to do with the invoices.": "請求書に対する操作を選択してください。",
  New: "新規",
  Processing: "処理中",
  Settled: "完了",
  Expired: "期限切れ",
  Invalid: "無効",
  None: "なし",
  "paid in part": "一部支払い済み",
  "paid late": "遅れて支払い済み",
  "marked by a person": "担当者が設定",
  "sent back": "返送済み",
  settled: "決済済み",
  "not converted": "変換されませんでした",
  "not on the chain any more": "チェーン上にもうありません",
  Created: "作成",
  Archived: "アーカイブ",
  "E-mail: {what}": "メール：{what}",
  "Refund of {amount} made": "{amount}の返金を作成",
  "Refund of {amount} claimed": "{amount} の返金が請求されました",
  "Refund of {amount} paid": "{amount} の返金が支払われました",
  "{units} units": "{units}単位",
  "Payment of {amount} seen": "{amount}の支払いを検出",
  "counts for {amount}": "{amount}として計上",
  "You received {amount}": "受取額 {amount}",
  "The payment was sent back": "支払いが返金されました",
  "Paid, waits for confirmation": "支払い済み、承認待ち",
  "A payment is not confirmed yet, later than usual": "支払いの承認が通常より遅れています",
  "A payment has disappeared from its network": "支払いがネットワークから消失しました",
  "Open again": "再び受付中",
  "Settled by {name}": "{name}が完了に設定",
  "Invalid by {name}": "{name}が無効に設定",
  "Taken off the inbox by {name}": "{name}が要対応一覧から外しました",
  "More than {count} e-mails did not arrive": "{count}件を超えるメールが届きませんでした",
  "{count} e-mails did not arrive": { other: "{count}件のメールが届きませんでした" },
  Month: "月",
  Invoice: "請求書",
  "The link to pay": "支払いリンク",
  "The reminder": "再通知",
  "The payment is confirmed": "支払いの承認",
  "A part is missing": "支払いの不足",
  "The receipt": "領収書",
  "The invoice has expired": "請求書の期限切れ",
  "The link of a refund": "返金リンク",
  "The link to the month": "月次の明細書へのリンク",
  customer: "お客様",
  payer: "支払者",
  accountant: "経理担当",
  "to the customer": "お客様宛て",
  "to the payer": "支払者宛て",
  "to the accountant": "経理担当宛て",
  "waits to be sent": "送信待ち",
  sent: "送信済み",
  "refused by the mail server": "メールサーバーが拒否",
  "given up after two days": "2日後に中止",
  "not sent": "未送信",
  Overview: "概要",
  Inbox: "要対応一覧",
  Invoices: "請求書",
  "Payment links": "支払いリンク",
  "Point of sale": "POSレジ",
  "Pay buttons": "支払いボタン",
  Payouts: "払い出し",
  Reports: "レポート",
  Exports: "エクスポート",
  Developers: "開発者",
  People: "メンバー管理",
  "Audit log": "監査ログ",
  Settings: "設定",
  Server: "サーバー",
  Today: "今日",
  "7 days": "7日間",
  "30 days": "30日間",
  "Payments that need a decision": "判断が必要な支払い",
  "Refunds and payouts to be paid": "支払いが必要な返金と払い出し",
  "Lost invoices": "失われた請求書",
  "An invoice was lost": "請求書が失われました",
  "Invoice {id} was lost with the database.": "請求書 {id} がデータベースから失われました。",
  "Lost invoice taken off the inbox": "失われた請求書を要対応一覧から外した",
  "A failover of the database or a restored backup has lost these invoices or their addresses. What comes to the addresses is listed as unattributed funds. Where a customer still wants to pay, make the invoice again, and assign to it what has come.":
    "データベースのフェイルオーバーまたはバックアップの復元により、これらの請求書またはそのアドレスが失われました。アドレスへの入金は帰属先不明の資金に表示されます。お客様がまだ支払いを希望する場合は、請求書を作り直し、届いた入金を割り当ててください。",
  "issued <span>{time}</span>": "発行：<span>{time}</span>",
  "To be paid to the shop directly: look for a transfer of exactly this amount yourself.":
    "ショップへの直接支払い：ちょうどこの金額の送金をご自身で確認してください。",
  "Done: take the lost invoice {id} off the list": "対応済みにする：失われた請求書 {id} を一覧から外す",
  "E-mails that did not arrive": "届かなかったメール",
  "Webhooks that were disabled": "無効になったWebhook",
  "This store has made {most} invitations within an hour. Try again in {minutes} min.":
    "この店舗は1時間に{most}件の招待を作成しました。{minutes}分後にもう一度お試しください。",
  'Expected a currency such as USD; got "{got}".': "通貨を入力してください（例：USD）。入力値：「{got}」。",
  'Expected an amount such as 500, with at most {decimals} decimals; got "{got}".':
    "金額を小数点以下{decimals}桁以内で入力してください（例：500）。入力値：「{got}」。",
  "The name of a role has 1 to 40 letters, digits, blanks or dashes.":
    "役割の名前は、文字、数字、空白、ハイフンを使い、1～40文字で入力してください。",
  "{name} is a built-in role. Choose another name.": "{name}は組み込みの役割です。別の名前を選んでください。",
  "Choose what the role may do.": "役割に許可する操作を選択してください。",
  "The role would be allowed more than you are.": "ご自身の権限を超える役割は作成できません。",
  "The role {name} allows more than you may do yourself.":
    "ロール「{name}」には、ご自身に許可された以上の権限があります。",
  "Only an owner of the store can let a role do without a second factor.":
    "第2要素を不要にできるのは、店舗のオーナーだけです。",
  "Everything in the store": "店舗のすべての操作",
  "Do everything in the store": "店舗のすべての操作を行う",
  "Change the store's settings, and do everything in it": "店舗の設定を変更し、店舗内のすべての操作を行う",
  "See the store's settings, payment methods and rates, and everything in it":
    "店舗の設定、支払い方法、レートなど、店舗内のすべてを閲覧する",
  "Create invoices, mark unpaid ones as invalid, and change their notes":
    "請求書を作成し、未払いの請求書を無効にし、メモを変更する",
  "Mark invoices as paid, and assign unattributed funds to them":
    "請求書を支払い済みにし、帰属先不明の資金を請求書に割り当てる",
  "Invite people to the store, and change their roles": "店舗に人を招待し、役割を変更する",
  "Make and revoke the store's API keys": "店舗のAPIキーを作成・失効させる",
  "See the audit log": "監査ログを閲覧する",
  "See invoices and their payments": "請求書とその支払いを閲覧する",
  "Create invoices": "請求書を作成する",
  "Set up webhooks, which report payments to the shop": "ショップに支払いを通知するWebhookを設定する",
  "Create and change payment requests": "支払い依頼を作成・変更する",
  "See payment requests": "支払い依頼を閲覧する",
  "Create, approve and end refunds and pull payments": "返金とプルペイメントを作成・承認・終了する",
  "Create refunds and pull payments that need no approval": "承認の要らない返金とプルペイメントを作成する",
  "Propose refunds, which you approve before anything is paid":
    "返金を提案する（支払いの前にご自身の承認が必要です）",
  "End refunds and pull payments": "返金とプルペイメントを終了する",
  "See refunds and pull payments": "返金とプルペイメントを閲覧する",
  "Approve, pay and cancel payouts": "払い出しを承認・支払い・取り消しする",
  "See payouts": "払い出しを閲覧する",
  "See reports": "レポートを閲覧する",
  "Send the e-mails of an invoice again": "請求書のメールを再送する",
  "Use a Lightning node (Crosstill has none)": "Lightningノードを利用する（Crosstillにはありません）",
  "See your own name and e-mail address": "自分の名前とメールアドレスを見る",
  "Choose your own language and theme": "自分の言語とテーマを選ぶ",
  "See your own notifications": "自分の通知を見る",
  "Mark and remove your own notifications, and choose them": "自分の通知に印を付け、削除し、種類を選ぶ",
  "Enter one e-mail address, such as ada@example.com.":
    "メールアドレスを1件入力してください（例：ada@example.com）。",
  "Your account": "ご自身のアカウント",
  "A store: {name}": "店舗：{name}",
  "Settlement in {coin}": "{coin}での受け取り",
  "Refund addresses": "返金先アドレス",
  "A second factor for your account": "アカウントの2要素認証",
  "Make a test payment": "テスト支払いを行う",
  "Pay a small invoice yourself": "少額の請求書をご自身で支払う",
  "Connect a shop, or make a key": "ショップを接続するか、キーを作成する",
  "Make a backup": "バックアップを作成する",
  Store: "店舗",
  Name: "名前",
  "Customers see it.": "お客様に表示されます。",
  "Currency of prices": "価格の通貨",
  "Time zone": "タイムゾーン",
  "In which days and months begin, such as Europe/Berlin.": "日と月の区切りに使います（例：Europe/Berlin）。",
  Settlement: "受け取り",
  "Coin and chain": "通貨とチェーン",
  "Your address": "受取アドレス",
  "From a wallet whose keys you hold. Exchanges may refuse or lose such payments.":
    "ご自身が鍵を持つウォレットのアドレスを指定してください。取引所では、このような入金が拒否されたり失われたりすることがあります。",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered; name at least one.":
    "変換できない支払いは、決済サービスがここに返金します。アドレスのないチェーンの通貨は支払いに使えません。少なくとも1件入力してください。",
  "Enter a name of at most {count} characters.": "名前を{count}文字以内で入力してください。",
  "Enter a name without control and format characters.":
    "制御文字や書式文字を含まない名前を入力してください。",
  "Enter an address for at least one chain.": "少なくとも1つのチェーンのアドレスを入力してください。",
  "Refund address on {chain}": "{chain}の返金先アドレス",
  "{coin}, directly": "{coin}（直接送金）",
  "Coins that customers are offered": "お客様が利用できる通貨",
  "The service sends money there that it cannot convert. Coins of a chain without an address are not offered: empty a field to remove its address.":
    "変換できない支払いは、決済サービスがここに返金します。アドレスのないチェーンの通貨は支払いに使えません。欄を空にすると、そのアドレスが削除されます。",
  "When a payment is not as asked for": "支払いが請求と異なる場合",
  "It holds for invoices from now on; those that were made keep theirs.":
    "今後の請求書に適用されます。作成済みの請求書は変わりません。",
  "Start from": "基本設定",
  "Another choice resets tolerance, too little, too much and too late.":
    "別の項目を選ぶと、許容差、不足、過払い、期限後の設定がリセットされます。",
  "A shop: goods at a price": "ショップ：価格のある商品の販売",
  "Top-ups: whatever arrives counts": "チャージ：届いた金額をすべて計上",
  "Tolerance, in percent": "許容差（パーセント）",
  "So much of the price may be missing, and the invoice is still paid.":
    "価格に対してこの割合まで不足していても、支払い済みとみなします。",
  "Tolerance, as an amount of {symbol}": "許容差（{symbol}の金額）",
  "Or so much, whichever of the two allows more.":
    "または、この金額まで。割合と金額のうち、許容幅の大きい方が適用されます。",
  "Write off small remainders, up to percent of the price": "少額の残りを免除（価格に対するパーセントまで）",
  "A remaining amount that is too small to be paid on its own is written off.":
    "少額のため単独では支払えない残額を免除します。",
  "Too little": "不足",
  "What happens when a customer pays less than the price.": "お客様の支払いが価格より少ないときの対応です。",
  "Ask for the rest while the price holds": "価格の有効時間内は残額を請求する",
  "Accept it as the payment": "支払いとして受け入れる",
  "Let a person decide": "担当者が判断する",
  "Too much": "過払い",
  "What happens when a customer pays more than the price.": "お客様の支払いが価格より多いときの対応です。",
  "Late payments count from, in percent of the price": "期限後の支払いを認める下限（価格に対するパーセント）",
  "Money that comes after the price ended pays the invoice if it is worth at least this.":
    "価格の有効期限後に届いた支払いは、価値がこの割合以上であれば請求書の支払いとみなします。",
  Proof: "証明",
  "Proof of a settlement": "入金の証明",
  "What must show that the money reached you before the invoice is settled.":
    "請求書を完了にする前に、入金を何で確認するかを指定します。",
  "Automatic: the chain where a node is set up, else a transaction hash":
    "自動：ノードが設定されていればチェーン、なければ取引ハッシュ",
  "Read from the chain": "チェーンから読み取る",
  "A transaction hash from the service": "サービスからの取引ハッシュ",
  "The word of the service": "サービスの報告",
  Confirmations: "承認回数",
  "A number, or by price: 1000=2,10000=6 waits for two from 1,000 on and six from 10,000 on.":
    "回数、または価格ごとの指定。1000=2,10000=6 とすると、1,000以上で2回、10,000以上で6回の承認を待ちます。",
  "What a single invoice may ask for itself": "個別の請求書で指定できる範囲",
  "A key that makes invoices cannot go beyond this.": "請求書を作成するキーは、この範囲を超えられません。",
  "Accept whatever comes": "届いた金額をすべて受け入れる",
  "Weaker proof, fewer confirmations": "より弱い証明、より少ない承認回数",
  Policy: "ポリシー",
  Payments: "支払い",
  Price: "価格",
  "Used where a shop names no currency.": "ショップが通貨を指定しない場合に使います。",
  "Price fixed for, in minutes": "価格の固定時間（分）",
  "How long a customer has to pay at the price shown.": "お客様が表示価格で支払える時間です。",
  "Who pays for the conversion": "変換費用の負担者",
  "The customer: you receive the whole price": "お客様：価格の全額を受け取れます",
  "You: the customer pays the price and no more": "店舗：お客様の支払いは価格の分だけです",
  "Margin in percent": "上乗せ率（パーセント）",
  "Added to the price for services whose quotes state no minimum.":
    "見積もりに最低受取額を示さないサービスの場合に、価格に上乗せします。",
  Addresses: "アドレス",
  "Take the settlement coin directly": "受取通貨を直接受け取る",
  "Customers who have it send it straight to your address, without a conversion.":
    "この通貨を持つお客様は、変換なしで受取アドレスへ直接送金します。",
  "A new order for each address": "アドレスごとに新しい注文を作成",
  "Each address is an order of its own at the service and is not used again.":
    "各アドレスは決済サービスで個別の注文となり、再利用されません。",
  Coins: "通貨",
  "Coin shown first": "最初に表示する通貨",
  "The first of the list": "一覧の先頭",
  "Checkout and e-mail": "支払いページとメール",
  Checkout: "支払いページ",
  "Language of payment pages": "支払いページの言語",
  "What the customer's browser asks for": "お客様のブラウザの設定に従う",
  "E-mail to customers": "お客様へのメール",
  "Mail each new invoice to its buyer": "新しい請求書を購入者にメールで送る",
  "To the address that the shop gives as buyerEmail.": "ショップがbuyerEmailとして渡したアドレスに送ります。",
  "Remind so many minutes before the price ends": "価格の有効期限の何分前に再通知するか",
  "Empty: no reminder.": "空欄の場合、再通知しません。",
  "Keep addresses for so many days": "アドレスの保存日数",
  "After an invoice has ended; then they are deleted.": "請求書の終了後、この日数が過ぎると削除します。",
  Books: "帳簿",
  "Currencies in which payments are valued": "支払いを評価する通貨",
  "At most {count}, with commas, such as EUR,CHF. The first is that of your books.":
    "{count}件まで、カンマ区切りで入力します（例：EUR,CHF）。先頭が帳簿の通貨です。",
  "E-mail of your accountant": "経理担当のメールアドレス",
  "Gets a link to each month that has ended. Empty: no e-mail.":
    "終了した月ごとにリンクを送ります。空欄の場合、送信しません。",
  Shops: "ショップ",
  "How shop plugins are answered": "ショッププラグインへの応答",
  "One invoice for an order": "1つの注文に1つの請求書",
  "A shop that asks twice for an order gets its open invoice again.":
    "ショップが同じ注文について再び請求した場合、受付中の請求書を返します。",
  "Install its plugin for BTCPay Server: it speaks the same API.":
    "BTCPay Server用のプラグインをインストールします。同じAPIに対応しています。",
  "Enter the server address below in the plugin's settings.":
    "下のサーバーアドレスをプラグインの設定に入力します。",
  "Use the plugin's button for a key, or make one below; it opens this server and asks you to approve.":
    "プラグインのキー取得ボタンを使うか、下でキーを作成します。ボタンを使うとこのサーバーが開き、承認を求められます。",
  "Order something in your shop: the invoice appears in the list of invoices here.":
    "ショップで何か注文します。請求書がここの請求書一覧に表示されます。",
  "Enter the store id below as well.": "下の店舗IDも入力します。",
  "Make a key, and send it as “Authorization: token …” with each call.":
    "キーを作成し、呼び出しごとに「Authorization: token …」として送ります。",
  "Create an invoice by POST to the address of invoices below, and send the customer to its checkoutLink.":
    "下の請求書アドレスへのPOSTで請求書を作成し、お客様をそのcheckoutLinkに移動させます。",
  "Add a webhook, which tells your server when an invoice is settled.":
    "Webhookを追加します。請求書が完了するとサーバーに通知されます。",
  "Own code": "独自のコード",
  "Server address": "サーバーアドレス",
  "Store id": "店舗ID",
  "Address of invoices": "請求書のアドレス",
  "General and brand": "全般とブランド",
  Archive: "アーカイブ",
  "This month has not ended.": "この月はまだ終わっていません。",
  "A payout of your own": "店舗による払い出し",
  "Refund of invoice {id}": "請求書 {id} の返金",
  "Claim of a pull payment": "プルペイメントの請求",
  "Claim of “{name}”": "「{name}」の請求",
  "At least {amount}, by the quote that is being carried out.":
    "実行中の見積もりによると、最低{amount}です。",
  "As it was approved, and what you send by hand. Through the service the fees of the conversion come off.":
    "承認時の金額であり、手動ではこの金額を送ります。決済サービスを通す場合は変換手数料が差し引かれます。",
  "At the rate of this moment; it is fixed when you approve.":
    "現時点のレートによる金額です。承認時に固定されます。",
  "Waits for you": "対応待ち",
  "Check its payment": "支払いの確認が必要",
  "Check the payment of this payout": "この支払いの送金を確認してください",
  "Approve this payout?": "この払い出しを承認しますか？",
  "You have approved this payout": "この払い出しを承認しました",
  "Waits for a second person": "2人目の承認待ち",
  "You can approve it from {time}.": "{time}から承認できます。",
  "To be paid": "送金待ち",
  "Pay this payout": "この払い出しの支払い",
  "On its way": "送金中",
  "This payout is on its way": "この払い出しは送金中です",
  Paid: "支払い済み",
  "This payout was paid": "この払い出しは支払い済みです",
  Cancelled: "取り消し済み",
  "This payout was cancelled": "この払い出しは取り消されました",
  Claimed: "請求済み",
  Approved: "承認済み",
  Sent: "送信済み",
  Arrived: "到着",
  "Seen on the chain": "チェーン上で確認済み",
  "Told by the intent service": "決済サービスの報告",
  "By your word": "ご自身の申告",
  "It was marked as on its way. Record the transaction once it has arrived.":
    "送金中に設定されました。到着したら取引を記録してください。",
  "Less has arrived than the quote promised: {amount}. Ask the service, or record it as paid without a transaction if you accept that.":
    "見積もりで約束された額より少ない額が届きました：{amount}。決済サービスに問い合わせるか、この金額でよければ、取引なしで支払い済みとして記録してください。",
  "The intent service has not seen your payment yet.": "決済サービスはまだ支払いを検出していません。",
  "The intent service has your payment and converts it.": "決済サービスが支払いを受け取り、変換しています。",
  "The intent service says that it has paid the buyer. The gateway looks for it on the chain.":
    "決済サービスから購入者への支払い完了の報告がありました。ゲートウェイがチェーン上で確認しています。",
  "The intent service could not convert it. As a rule it sends the money back to your wallet; until then it is not back.":
    "決済サービスは変換できませんでした。通常はウォレットに返金されますが、まだ戻っていません。",
  "The intent service has sent the money back to your wallet.": "決済サービスがウォレットに返金しました。",
  "The intent service says “{word}”.": "決済サービスの報告：「{word}」。",
  "Expected at most {count} items. Remove one first.": "商品は{count}件までです。先に1件削除してください。",
  "Expected at least the least amount.": "最低額以上の金額を入力してください。",
  "Expected at most {count} amounts.": "金額は{count}件まで入力できます。",
  "Expected amounts from {least} to {most}, such as 5 10 20.":
    "{least}～{most}の金額を入力してください（例：5 10 20）。",
  "Expected a redirect address that starts with https://.":
    "https:// で始まる移動先アドレスを入力してください。",
  "A button can lead back only to the store's website. Enter the website in the settings of the store.":
    "ボタンから戻れるのは、店舗のウェブサイトだけです。店舗の設定でウェブサイトを入力してください。",
  "A button can lead back only to the store's website: {hosts}.":
    "ボタンから戻れるのは、店舗のウェブサイトだけです：{hosts}。",
  Pay: "支払う",
  "Sent to {to}.": "{to}に送信しました。",
  "Expected {currency}: the currency stays while there are items. Remove them first, or make another point of sale.":
    "{currency}を指定してください。商品がある間は通貨を変更できません。先に商品を削除するか、別のPOSレジを作成してください。",
  "each payment with what came, what it became, its rate and its fees":
    "各支払いの入金額、変換後の額、レート、手数料",
  "each invoice that was settled, or that had money": "完了した、または入金のあった各請求書",
  "refunds, and what the shop has paid out": "返金と店舗の払い出し",
  "each fee by its kind": "種類別の各手数料",
  "every movement, in double entry": "すべての動きの複式記録",
  "money that no invoice explains": "どの請求書にも対応しない資金",
  "the ledger for hledger": "hledger用の元帳",
  "for Koinly": "Koinly用",
  "a bank statement for Xero": "Xero用の銀行明細",
  "sales for Xero": "Xero用の売上",
  "a bank statement for QuickBooks Online": "QuickBooks Online用の銀行明細",
  "a bank statement in the coin that the shop is paid in": "店舗の受取通貨による銀行明細",
  "{what}: its first part, the next ones over the API": "{what}：最初の部分です。続きはAPIで取得できます",
  "{name}, part {part} of {parts}": "{name}、{parts}個中{part}個目",
  "Received from payers": "支払者からの受取額",
  "Brought by conversion, before fees": "変換による受取額（手数料控除前）",
  "Converted into another coin": "別の通貨への変換",
  Fees: "手数料",
  "Gained by moving prices": "価格変動による利益",
  "Lost to moving prices": "価格変動による損失",
  "Sent back to payers by the service": "サービスから支払者への返金",
  "Passed on to the shop’s address": "店舗のアドレスへの送金",
  "On its way at the beginning": "期首の送金中の額",
  "On its way at the end": "期末の送金中の額",
  "Unknown coin": "不明な通貨",
  "{by} invites you to {store}": "{by}さんから{store}への招待",
  "Accept the invitation": "招待を承諾する",
  "E-mail address confirmed": "メールアドレスを確認",
  "Another account has confirmed this address. Use another address, or change the other account.":
    "別のアカウントがこのアドレスを確認済みです。別のアドレスを使うか、もう一方のアカウントを変更してください。",
  "Confirm your e-mail address": "メールアドレスの確認",
  "The account {name} names this address as its own. If the account is yours, confirm the address. If it is not, ignore this message.":
    "アカウント {name} がこのアドレスを登録しました。ご自身のアカウントであればアドレスを確認してください。心当たりがなければこのメッセージを無視してください。",
  "Confirm the address": "アドレスを確認",
  "This link does not work any more. Sign in and send another one from the page of your account.":
    "このリンクは使えなくなりました。サインインして、アカウントのページから新しいリンクを送ってください。",
  "The address {email} is confirmed.": "アドレス {email} を確認しました。",
  "The address {email} then belongs to the account {account}.":
    "アドレス {email} はアカウント {account} のものになります。",
  "You have confirmed this address.": "このアドレスは確認済みです。",
  "This address is not confirmed. Follow the link in the message that was sent to it. Until then you cannot be added to a store by the address.":
    "このアドレスは未確認です。送信されたメッセージのリンクを開いてください。それまで、このアドレスで店舗に追加されることはありません。",
  "This address is not confirmed, because this server sends no e-mail. You cannot be added to a store by the address.":
    "このサーバーはメールを送信しないため、このアドレスは未確認です。このアドレスで店舗に追加されることはありません。",
  "Send the link again": "リンクを再送信",
  "The password must have at least {least} characters; this one has {count}.":
    "パスワードは{least}文字以上で入力してください。現在は{count}文字です。",
  "The password must have at most {most} characters.": "パスワードは{most}文字以内で入力してください。",
  "This password is one of the first that attackers try. Take another: four unrelated words are good.":
    "このパスワードは、攻撃者が最初に試すものの1つです。別のものにしてください。互いに関係のない4語の組み合わせをおすすめします。",
  "Sign-in from a new device": "新しい端末からのサインイン",
  "Your password was changed": "パスワードが変更されました",
  "Your e-mail address was changed": "メールアドレスが変更されました",
  "A second factor was added to your account": "アカウントに2要素認証が追加されました",
  "A second factor was removed from your account": "アカウントから2要素認証が削除されました",
  "A new API key was made": "新しいAPIキーが作成されました",
  "The rule for approving payouts was changed": "払い出しの承認規則が変更されました",
  "Another person can approve payouts now": "別の人が払い出しを承認できるようになりました",
  Account: "アカウント",
  When: "日時",
  From: "から",
  What: "内容",
  "If this was not you, change your password and sign out everywhere at once.":
    "お心当たりがない場合は、ただちにパスワードを変更し、すべての端末からサインアウトしてください。",
  "Open your account": "アカウントを開く",
  "This is a sandbox. No real money moves here.": "これはテスト環境です。実際のお金は動きません。",
  "Sent by Crosstill at {host}, because this address belongs to an account there.":
    "このアドレスが{host}のアカウントに登録されているため、Crosstillがお送りしています。",
  "See what can be done": "対応方法を見る",
  "No limit: one person approves": "上限なし：1人で承認",
  "{name} asks to change the rule for approving payouts":
    "{name}さんが払い出しの承認ルールの変更を求めています",
  "Present limit": "現在の上限",
  "New limit": "新しい上限",
  "Look at the change": "変更を見る",
  Cancel: "キャンセル",
  "Copy {what}": "{what}をコピー",
  Copy: "コピー",
  Pages: "ページ",
  Newer: "新しい項目",
  Older: "古い項目",
  "Your role asks for a second factor. Set one up to go on.":
    "この役割には2要素認証が必要です。設定すると先に進めます。",
  "The authenticator app is on.": "認証アプリが有効になりました。",
  "You are asked for a code from it when you sign in.": "サインイン時にコードの入力を求められます。",
  "Your recovery codes": "回復コード",
  "Each of them replaces your second factor once. Keep them where you keep important papers: they are shown only now.":
    "それぞれ1回だけ、2要素認証の代わりに使えます。表示されるのは今回だけですので、大切な書類と同じ場所に保管してください。",
  Download: "ダウンロード",
  Language: "言語",
  "Language of these pages": "このページの言語",
  "As the browser asks": "ブラウザの設定に従う",
  "What payers read follows their own browser.": "支払者に表示される言語は、支払者のブラウザに従います。",
  "Save the language": "言語を保存",
  "Address for security notices": "セキュリティ通知のアドレス",
  "Save the address": "アドレスを保存",
  Password: "パスワード",
  "Current password": "現在のパスワード",
  "New password": "新しいパスワード",
  "At least {count} characters. A few words that do not belong together are easy to keep.":
    "{count}文字以上で入力してください。互いに関係のない数語の組み合わせが覚えやすくなります。",
  "New password again": "新しいパスワード（確認）",
  "Changing it signs you out everywhere else.": "変更すると、ほかの端末からはすべてサインアウトされます。",
  "Change the password": "パスワードを変更",
  "Second factor": "2要素認証",
  "After your password, something that only you have. A passkey also signs you in alone.":
    "パスワードの後に、ご自身だけが持つもので確認します。パスキーだけでもサインインできます。",
  "Authenticator app": "認証アプリ",
  on: "オン",
  "Scan this with your authenticator app, or enter the key by hand.":
    "認証アプリで読み取るか、キーを手動で入力してください。",
  "The code that it shows": "表示されたコード",
  "Turn it on": "オンにする",
  "{count} recovery codes are left.": { other: "回復コードは残り{count}個です。" },
  "Make new recovery codes": "新しい回復コードを作成",
  "Turn it off": "オフにする",
  "Turn the authenticator app off?": "認証アプリをオフにしますか？",
  "Your password and your passkeys are then all that protects this account.":
    "その後は、パスワードとパスキーだけでこのアカウントを保護することになります。",
  "Set up an authenticator app": "認証アプリを設定",
  Passkeys: "パスキー",
  "added <span>{time}</span>": "追加：<span>{time}</span>",
  "used <span>{time}</span>": "使用：<span>{time}</span>",
  "never used": "未使用",
  "Made by {name}": "作成者: {name}",
  "The key does not work, because the account of {name} is disabled.":
    "{name}さんのアカウントが無効のため、このキーは使えません。",
  "The key was made for more. It may do only what {name} may do now.":
    "このキーはより多くの権限で作成されましたが、今は{name}さんに許可されていることだけができます。",
  Remove: "削除",
  "Remove the passkey {name}": "パスキー {name} を削除",
  "Remove the passkey “{name}”?": "パスキー「{name}」を削除しますか？",
  "It does not sign you in any more. Remove it from the device as well.":
    "今後はサインインに使えません。端末からも削除してください。",
  "Remove the passkey": "パスキーを削除",
  "Name of the passkey": "パスキーの名前",
  "For example “laptop”": "例：「ノートパソコン」",
  "Add a passkey": "パスキーを追加",
  "The passkey was not made. Try again.": "パスキーを作成できませんでした。もう一度お試しください。",
  "Adding a passkey needs JavaScript.": "パスキーの追加にはJavaScriptが必要です。",
  "Where you are signed in": "サインイン中の端末",
  here: "この端末",
  "last seen <span>{time}</span>": "最終アクセス：<span>{time}</span>",
  "Sign out of {browser}": "{browser}からサインアウト",
  "Sign out": "サインアウト",
  "Sign out everywhere else": "ほかのすべての端末からサインアウト",
  "The key “{label}”": "キー「{label}」",
  "That key was made already, and a key is shown only once. If you did not copy it, revoke it and make another one.":
    "このキーは作成済みで、キーは1回しか表示されません。コピーしていない場合は、失効させて別のキーを作成してください。",
  "None yet.": "まだありません。",
  expired: "期限切れ",
  used: "最終使用",
  expires: "有効期限",
  "Revoke the key {label}": "キー {label} を失効",
  "Revoke…": "失効…",
  "Permissions: {count}": "権限:{count}",
  "These are the newest {count}.": "最新の{count}件です。",
  "Make a key": "キーを作成",
  Label: "ラベル",
  "For example “shop server”": "例：「ショップのサーバー」",
  Expires: "有効期限",
  Never: "なし",
  "In {days} days": "{days}日後",
  "Permissions of a shop plugin": "ショッププラグインの権限",
  "What it may do": "許可する操作",
  "Make the key": "キーを作成",
  Stores: "店舗",
  "Is paid in {coin}, at": "受取通貨は{coin}、アドレスは",
  "See which": "どれかを見る",
  "Name, logo and colour": "名前、ロゴ、色",
  Statements: "明細書",
  "New store": "新しい店舗",
  "API key": "APIキー",
  command: "コマンド",
  system: "システム",
  "What people, keys and commands have changed. Nothing here can be changed or removed.":
    "人、キー、コマンドによる変更の記録です。ここの記録は変更も削除もできません。",
  "Download as CSV": "CSVでダウンロード",
  all: "すべて",
  To: "まで",
  Action: "操作",
  Show: "表示",
  "No entries": "記録なし",
  "Nothing was changed in this range, or by this person.":
    "この範囲では、またはこの人による変更はありません。",
  "Show everything": "すべて表示",
  Entries: "記録",
  Who: "実行者",
  Changed: "変更",
  "Give access": "アクセスの許可",
  "{application} asks for access": "{application}がアクセスを求めています",
  "It gets a key, which is sent to <strong>{host}</strong>. The name above is what it calls itself: go by the address.":
    "キーを取得し、キーは<strong>{host}</strong>に送られます。上の名前は相手の自称です。アドレスで判断してください。",
  "It gets a key, which is shown to you here.": "キーを取得し、キーはここに表示されます。",
  "The key would travel over plain http: anyone on the network path can read it.":
    "キーは暗号化されていないhttpで送られます。通信経路上の誰でも読み取れます。",
  "For the store": "対象の店舗：",
  "It may then": "許可される操作",
  "Replace the earlier connection of {host}": "{host} の以前の接続を置き換える",
  "Revoke the key made on {time}": "{time} に作成したキーを失効させる",
  "Delete the webhook to {url}": "{url} へのWebhookを削除する",
  "Make a key below, and paste it into the plugin's settings.":
    "下でキーを作成し、プラグインの設定に貼り付けてください。",
  "It can approve refunds and payouts, up to the store's limit if there is one. What it approves is paid from the store's wallet.":
    "返金と支払いを承認できます（店舗に上限があればその範囲で）。承認されたものは店舗のウォレットから支払われます。",
  "The key that it got for this before is revoked.": "以前この用途で取得したキーは失効します。",
  Approve: "承認",
  "Confirm that it is you": "本人確認",
  "This moves money or gives access. Your second factor is asked for again after ten minutes.":
    "この操作はお金を動かすか、アクセス権を与えます。10分ごとに2要素認証の再確認をお願いしています。",
  "This moves money or gives access. Your password is asked for again after ten minutes.":
    "この操作はお金を動かすか、アクセス権を与えます。10分ごとにパスワードの再入力をお願いしています。",
  "Code from your authenticator app, or a recovery code": "認証アプリのコード、または回復コード",
  Confirm: "確認",
  "Password of {name}": "{name}のパスワード",
  Continue: "次へ",
  "This link is used up": "このリンクは使用済みです",
  "It was used or withdrawn, or its time is over. Ask the person who sent it for a new one. The operator gets another from this command on the machine of the gateway:":
    "使用済みか取り消されたか、期限が切れています。送信した人に新しいリンクを依頼してください。運営者は、ゲートウェイのマシンで次のコマンドを実行すると新しいリンクを取得できます：",
  Command: "コマンド",
  "Sign in": "サインイン",
  Delivery: "配信",
  "Delivery of {time}": "{time}の配信",
  "What was sent": "送信内容",
  "It is not kept any more: it is older than 60 days. Read the invoice instead.":
    "60日を過ぎたため保存されていません。請求書をご覧ください。",
  "The answer": "応答",
  "It had no text.": "応答に本文はありませんでした。",
  "Send it again": "もう一度送信",
  delivered: "配信済み",
  waits: "待機中",
  "given up": "中止",
  "What was announced of <strong>{store}</strong>, the newest first. The same events come by <a>webhooks</a> and by the API.":
    "<strong>{store}</strong>の通知済みイベントを新しい順に表示します。同じイベントを<a>Webhook</a>とAPIでも受け取れます。",
  Type: "種類",
  About: "関連情報",
  "The id of an invoice or a payout": "請求書または払い出しのID",
  "All events": "すべてのイベント",
  "None like this.": "該当するものはありません。",
  "None yet. Each change of an invoice makes one.":
    "まだありません。請求書が変わるたびにイベントが作成されます。",
  Deliveries: "配信",
  Message: "メッセージ",
  "none wanted": "配信対象なし",
  "JSON of event {number}": "イベント {number} のJSON",
  "Older ones": "さらに古いもの",
  "Revoke a key": "キーの失効",
  "Revoke the key “{label}”?": "キー「{label}」を失効させますか？",
  "Begins with": "先頭の文字",
  "Last used": "最終使用",
  Made: "作成",
  May: "権限",
  "Programs that have this key are refused at once. It cannot be given back; make a new one instead.":
    "このキーを使うプログラムはただちに拒否されます。元に戻すことはできません。必要な場合は新しいキーを作成してください。",
  "Revoke the key": "キーを失効",
  "Files for accountants of {store}. A range that was exported once gives the same file later.":
    "{store}の経理担当者向けのファイルです。一度エクスポートした範囲は、後でも同じファイルになります。",
  File: "ファイル",
  "A day. Empty: the beginning.": "日付。空欄の場合は最初から。",
  Before: "この日より前",
  "Days begin at midnight in {zone}. Whole months are on Reports.":
    "1日の区切りは{zone}の午前0時です。月単位のものはレポートにあります。",
  "Back to {host}": "{host}に戻る",
  "{application} gets its key now, at <strong>{host}</strong>.":
    "{application}はこれから<strong>{host}</strong>でキーを受け取ります。",
  "Continue to {host}": "{host}に進む",
  Sandbox: "テスト環境",
  "<strong>Sandbox.</strong> Pretend money on private chains. Nothing here has value.":
    "<strong>テスト環境です。</strong>プライベートチェーン上の架空のお金で、価値はありません。",
  "Nothing waits for you.": "対応待ちのものはありません。",
  "Payments that are too small, too large or late appear here, with what you can do about each.":
    "不足、過払い、期限後の支払いが、それぞれの対応方法とともにここに表示されます。",
  "Order {order}": "注文 {order}",
  "Invoice {id}": "請求書 {id}",
  "of {price}, {state}": "{price}、{state}",
  "Missing: {amount}.": "不足額：{amount}。",
  "At stake: {amount}.": "対象額：{amount}。",
  "Since <span>{time}</span>": "発生日時：<span>{time}</span>",
  "accepted in the inbox": "受信箱で承認",
  "Accept the payment of invoice {id}": "請求書 {id} の支払いを受け入れる",
  "Accept…": "承認…",
  "Refund…": "返金…",
  "Done: take the {kind} entry of invoice {id} off the list":
    "対応済みにする：請求書 {id} の「{kind}」を一覧から外す",
  Done: "対応済みにする",
  "seen <span>{time}</span>": "検出：<span>{time}</span>",
  Transaction: "取引",
  "The address belonged last to <a>{id}</a>.": "このアドレスが最後に属していた請求書：<a>{id}</a>。",
  Assign: "割り当てる",
  "waits for an approval": "承認待ち",
  "to be paid": "支払い待ち",
  "The recipient has claimed it.": "受取人が請求しました。",
  "See the payout of {amount}": "{amount} の払い出しを見る",
  "See the payout": "払い出しを見る",
  "Refunds that are not covered": "資金が不足している返金",
  "They refund more than what the shop has of their invoice by now. Cancel one of them, or wait until more has arrived.":
    "請求書について現在までに店舗が受け取った額を超えて返金しようとしています。いずれかを取り消すか、さらに入金されるまでお待ちください。",
  "Cancel the refund of {amount}": "{amount}の返金を取り消す",
  "Look and enable": "確認して有効化",
  "See and send again": "確認してもう一度送信",
  "Invoice of any amount in {currency}": "金額自由の請求書（{currency}）",
  "Invoice of {price}": "{price}の請求書",
  "order {order}": "注文 {order}",
  "The refund of {amount} was made.": "{amount} の返金を作成しました。",
  "Send this link to the customer. With it they say where the money goes; then you pay it from Payouts.":
    "このリンクを顧客に送ってください。顧客は受取先を指定し、その後「払い出し」から支払います。",
  "Link for the customer": "お客様用のリンク",
  "Waits for you.": "対応が必要です。",
  "Done: {what}": "対応済みにする：{what}",
  "This invoice cannot be paid: it is too small.": "この請求書は支払えません。金額が小さすぎます。",
  "Ask for more at once, or be paid in another way and mark the invoice settled.":
    "より大きな金額を請求するか、別の方法で支払いを受けて請求書を完了にしてください。",
  "An e-mail did not arrive.": "メールが届きませんでした。",
  "<a>See why, and send it again</a>.": "<a>理由を確認してもう一度送信</a>してください。",
  Amounts: "金額",
  "Still to be paid": "残りの支払い額",
  "Asked for last": "最後に提示した額",
  "You are paid in": "受取通貨",
  "Price held until": "価格の有効期限",
  For: "内容",
  "Refunds go to": "返金先",
  "given on the payer's page": "支払者のページで指定",
  since: "設定日時：",
  Exceptions: "例外",
  "What you can do": "できること",
  "QR code of the payer's page": "支払者のページのQRコード",
  "What happened": "これまでの経過",
  "Counts for {amount}.": "{amount}として計上。",
  "Another {what} than was asked for.": "指定とは異なる{what}です。",
  "claimed by the service": "サービスの報告",
  "Sent back: {amount}.": "返金額：{amount}。",
  "did not arrive": "未達",
  "Not sent again.": "再送信していません。",
  "Send again: {what}": "もう一度送信：{what}",
  "Send again": "もう一度送信",
  "Technical details": "技術的な詳細",
  Number: "番号",
  "You are paid at": "受取アドレス",
  "Outpoint of {what}": "{what}のアウトポイント",
  Evidence: "証拠",
  "Request of the intent service": "決済サービスのリクエスト",
  Quote: "見積もり",
  "Proof for a dispute": "紛争時の証明",
  "Events and deliveries": "イベントと配信",
  "No webhook wanted it.": "対象のWebhookはありません。",
  Actions: "操作",
  Link: "リンク",
  "Copy link": "リンクをコピー",
  "The payer's page": "支払者のページ",
  "Accept as paid": "支払い済みとして承認",
  "Mark as invalid": "無効にする",
  "The shop ships the order. Later payments no longer change the state.":
    "ショップは注文を発送します。以降の支払いで状態が変わることはありません。",
  "The shop does not ship the order. Money that comes later waits for you in the inbox.":
    "ショップは注文を発送しません。後から届いたお金は要対応一覧に表示されます。",
  Reason: "理由",
  "kept with the decision": "決定とともに保存されます",
  "Mark settled…": "完了にする…",
  "Mark invalid…": "無効にする…",
  Refund: "返金",
  "Makes a link on which the customer says where the refund goes. You pay it from Payouts.":
    "お客様が返金先を指定するリンクを作成します。支払いは「払い出し」で行います。",
  "How much": "返金額",
  "All that was paid, in the coin of the payment": "支払われた全額（支払い時の通貨）",
  "The rest: {amount}": "残額：{amount}",
  "All that was paid: {amount}": "支払われた全額：{amount}",
  "What was too much: {amount}": "過払い分：{amount}",
  "An amount in {currency}": "{currency}の金額を指定",
  "Amount in {currency}": "金額（{currency}）",
  "for the last choice": "最後の選択肢を選んだ場合",
  "kept in the audit log": "監査ログに保存されます",
  "Send link by e-mail": "リンクをメールで送信",
  Address: "アドレス",
  "empty: the former recipient": "空欄の場合は前回の宛先",
  Send: "送信",
  "Edit order details": "注文の詳細を編集",
  "Order number": "注文番号",
  Description: "説明",
  "Customer's e-mail": "お客様のメールアドレス",
  Save: "保存",
  "Edit metadata": "メタデータを編集",
  "JSON of the invoice": "請求書のJSON",
  "Show in lists again": "一覧に再表示",
  "Your role may look at this invoice only.": "この役割では、この請求書の閲覧のみできます。",
  Refunds: "返金",
  closed: "終了",
  claimed: "請求済み",
  open: "受付中",
  paid: "支払い済み",
  State: "状態",
  "Paid in": "支払い通貨",
  Customer: "お客様",
  "Export as CSV": "CSVでエクスポート",
  "Export what is listed": "一覧の内容をエクスポート",
  "New invoice": "新しい請求書",
  "{count} invoices were archived.": { other: "{count}件の請求書をアーカイブしました。" },
  "{count} invoices are in the lists again.": { other: "{count}件の請求書を一覧に戻しました。" },
  "{count} links are on their way.": { other: "{count}件のリンクを送信中です。" },
  Search: "検索",
  "More filters": "その他の絞り込み",
  States: "状態",
  "Only those that": "次のものだけ",
  "wait for you": "対応待ち",
  "are archived": "アーカイブ済み",
  "any coin": "すべての通貨",
  Apply: "適用",
  Filters: "絞り込み",
  "remove this filter": "この条件を外す",
  "Too many invoices have a word that begins so. Search for more of the word, or without the other filters.":
    "この文字で始まる語を含む請求書が多すぎます。語をもう少し長く入力するか、ほかの条件を外して検索してください。",
  "No older ones.": "これより古いものはありません。",
  "Make the first one": "最初の請求書を作成",
  "Choose every invoice of this page": "このページの請求書をすべて選択",
  Order: "注文",
  "show the newest first": "新しい順に表示",
  "show the oldest first": "古い順に表示",
  "show the highest price first": "価格の高い順に表示",
  "show the lowest price first": "価格の安い順に表示",
  "No more.": "これ以上ありません。",
  "Next page": "次のページ",
  "Order of the list": "一覧の並び順",
  "With those that are chosen:": "選択したものに対する操作：",
  "1 chosen": "1件選択中",
  "{count} chosen": "{count}件選択中",
  "Newer ones": "さらに新しいもの",
  Columns: "列",
  "Columns of the list": "一覧の列",
  "The list has changed.": "一覧が更新されました。",
  "Refund {amount}?": "{amount}を返金しますか？",
  "Mark the invoice of {price} settled?": "{price}の請求書を完了にしますか？",
  "Mark the invoice of {price} invalid?": "{price}の請求書を無効にしますか？",
  "none given": "指定なし",
  "The customer gets a link to claim it. The money leaves you once you pay the claim from Payouts.":
    "お客様に請求用のリンクが送られます。「払い出し」でその請求を支払うと送金されます。",
  "Make the refund": "返金を作成",
  "Mark settled": "完了にする",
  "Mark invalid": "無効にする",
  "Choose {name}": "{name}を選択",
  "Without an order": "注文番号なし",
  "Any amount in {currency}": "金額自由（{currency}）",
  "{count} invoices were left as they are": { other: "{count}件の請求書は変更されませんでした" },
  "{count} others were done.": { other: "ほかの{count}件は処理しました。" },
  "Back to the list": "一覧に戻る",
  "Archive {count} invoices?": { other: "{count}件の請求書をアーカイブしますか？" },
  "Show {count} invoices in the lists again?": { other: "{count}件の請求書を一覧に再表示しますか？" },
  "Send the links of {count} invoices?": { other: "{count}件の請求書のリンクを送信しますか？" },
  "They leave the lists. They can still be read and paid, and you can show them again.":
    "一覧から外れます。その後も閲覧と支払いができ、再び表示することもできます。",
  "They are listed and counted as before.": "以前と同じように一覧に表示し、集計します。",
  "Each goes to the customer's address that the invoice has. An invoice without one, or that takes no payment any more, is left out.":
    "それぞれ、請求書に登録されたお客様のアドレスに送ります。アドレスがない請求書や、支払いの受付を終えた請求書は除きます。",
  "Copy it now. It is shown only this once, and it cannot be looked up later.":
    "今すぐコピーしてください。表示されるのは今回だけで、後から確認することはできません。",
  Key: "キー",
  "Copy key": "キーをコピー",
  "For a customer of <strong>{store}</strong>. You get a page with a QR code, whose link you send.":
    "<strong>{store}</strong>のお客様への請求書です。QRコード付きのページが作成されますので、そのリンクを送ってください。",
  Amount: "金額",
  "empty: any amount": "空欄の場合は金額自由",
  Currency: "通貨",
  optional: "任意",
  "optional; the customer sees it": "任意。お客様に表示されます",
  "optional; the link is sent there": "任意。リンクをここに送ります",
  "Price held for, in minutes": "価格の有効時間（分）",
  "empty: as the store has it": "空欄の場合は店舗の設定に従います",
  "Make the invoice": "請求書を作成",
  "A new key": "新しいキー",
  "The key for {application}": "{application}のキー",
  "Stores and keys": "店舗とキー",
  Notifications: "通知",
  "Mark all as seen": "すべて確認済みにする",
  "Nothing has happened that you were to be told of.": "お知らせする出来事はありません。",
  "Mark as seen: {what}": "確認済みにする：{what}",
  Seen: "確認済みにする",
  "What you are told of": "通知する内容",
  "You are told of what your roles let you do something about.":
    "ご自身の役割で対応できる出来事をお知らせします。",
  "E-mail takes a mail server and an address in your account.":
    "メールの通知には、メールサーバーとアカウントのメールアドレスが必要です。",
  Event: "イベント",
  Page: "ページ",
  "{event}: on this page": "{event}：このページで通知",
  "{event}: by e-mail": "{event}：メールで通知",
  "Notifications are on in {most} browsers already, which is the most. Remove one first.":
    "通知はすでに上限の{most}個のブラウザでオンになっています。先に1つ削除してください。",
  "This browser's push service cannot be used: it needs a public https address and a valid key. Nothing was changed.":
    "このブラウザのプッシュサービスは使えません。公開されたhttpsのアドレスと有効な鍵が必要です。何も変更されていません。",
  "That browser has ended its notifications, and was removed. Switch them on there again.":
    "そのブラウザは通知を終了していたため、削除されました。そのブラウザでもう一度オンにしてください。",
  "The push service did not take the test. {reason}":
    "プッシュサービスがテストを受け付けませんでした。{reason}",
  "Notifications work in this browser": "このブラウザで通知を受け取れます",
  "Sent: it shows in that browser in a moment.": "送信しました。まもなくそのブラウザに表示されます。",
  Browsers: "ブラウザ",
  "{event}: in browsers": "{event}：ブラウザ",
  "Notifications in your browsers": "ブラウザでの通知",
  "Browsers that you switch on show the events ticked under “Browsers” above, also on a locked screen, until you sign out there. They show the event and the name of the store: no amounts, no names of people, no addresses.":
    "オンにしたブラウザには、上の「ブラウザ」で選んだ出来事が、そこでサインアウトするまで、ロック画面にも表示されます。表示されるのは出来事とストア名だけで、金額、人名、アドレスは表示されません。",
  Problem: "問題",
  "Send a test to {browser}": "{browser}にテストを送信",
  "Remove {browser}": "{browser}を削除",
  "Switch on in this browser": "このブラウザでオンにする",
  "This browser cannot show notifications here. It needs web push and a page over https or on localhost; a private window has no web push. On an iPhone or iPad, add this page to the home screen and open it from there.":
    "このブラウザではここで通知を表示できません。Web Pushと、httpsまたはlocalhostのページが必要です。プライベートウィンドウではWeb Pushを使えません。iPhoneやiPadでは、このページをホーム画面に追加し、そこから開いてください。",
  "This browser does not allow this site to show notifications. Allow it in the site's settings, then load the page again.":
    "このブラウザはこのサイトの通知を許可していません。サイトの設定で許可してから、ページを再読み込みしてください。",
  "The browser made no subscription. It may not reach its maker's push service. Try again.":
    "ブラウザが購読を作成できませんでした。メーカーのプッシュサービスに接続できない可能性があります。もう一度お試しください。",
  "Switching it on needs JavaScript.": "オンにするにはJavaScriptが必要です。",
  "There is no store yet.": "まだ店舗がありません。",
  "It says what you are paid in, and to which address.": "店舗では、受取通貨と受取アドレスを定めます。",
  "Make a store": "店舗を作成",
  "An administrator of the server makes one, and invites you to it.":
    "サーバーの管理者が店舗を作成し、招待します。",
  "Open the inbox": "要対応一覧を開く",
  "Last invoices": "最近の請求書",
  "By coin, 30 days": "通貨別（30日間）",
  "by coin": "通貨別",
  "{count} payments": { other: "{count}件の支払い" },
  Health: "稼働状況",
  Part: "構成要素",
  Received: "受取額",
  "conversion cost {amount}": "変換費用 {amount}",
  "{count} without a rate are not in the sum": { other: "レートのない{count}件は合計に含まれません" },
  "Received by day, in {currency}": "日別の受取額（{currency}）",
  "Nothing was received in these days.": "この期間の受け取りはありません。",
  "As a table": "表で表示",
  "Day ({zone})": "日付（{zone}）",
  "The passkey was not used. Try again, or take another way.":
    "パスキーを使用できませんでした。もう一度試すか、別の方法をお使いください。",
  "Amounts and destination": "金額と送金先",
  "The buyer gets": "購入者の受取額",
  about: "約",
  "There is no exchange rate at the moment.": "現在、為替レートがありません。",
  "The shop pays": "店舗の支払い額",
  "{coin} on {network}, at the rate of this moment": "{coin}（{network}）、現時点のレート",
  "It was paid outside the service.": "決済サービスを通さずに支払われました。",
  "{coin}, to the address": "{coin}、送金先アドレス",
  "Copy address": "アドレスをコピー",
  "This payout is above the store’s limit. Two people must approve it.":
    "この払い出しは店舗の上限を超えています。2人の承認が必要です。",
  "{name} approved it on {time}.": "{name}が{time}に承認しました。",
  "It waits for a second person.": "2人目の承認を待っています。",
  "Tried before": "以前の試行",
  "Requests of the intent service by which this payout was to be paid, the oldest first. The service is asked after each before the payout can be paid through it again.":
    "この払い出しの支払いに使われた決済サービスのリクエストを古い順に表示します。決済サービスを通して再び支払う前に、それぞれについて決済サービスに照会します。",
  "All payouts": "すべての払い出し",
  "Transaction id, or a link with it": "取引ID、またはそれを含むリンク",
  "It has truly paid both payouts, this one and the other":
    "この取引は、この払い出しともう一方の払い出しの両方を確かに支払っています",
  "Record the payment": "支払いを記録",
  "I have no transaction id": "取引IDがない場合",
  "Then your word counts, and nothing is looked up on the chain.":
    "その場合はご自身の申告として扱い、チェーン上での確認は行いません。",
  "It was paid, by my word": "申告により支払い済みにする",
  "Cancel the payout": "払い出しを取り消す",
  "Cancel the payout of {amount}?": "{amount}の払い出しを取り消しますか？",
  "The money is then in the inbox again, as unattributed funds.":
    "資金は、帰属先不明の資金として要対応一覧に戻ります。",
  "Nothing is sent then, and the payout is over.": "その場合は何も送金されず、払い出しは終了します。",
  "Refund of unattributed funds": "帰属先不明の資金の返金",
  "What the buyer has claimed can then be claimed again.":
    "購入者が請求した分は、もう一度請求できるようになります。",
  "Keep it": "取り消さない",
  "With a browser wallet": "ブラウザのウォレットで支払う",
  "Your wallet sends {coin} on {network} to the intent service, which converts it and pays the buyer. Every transaction is checked here first, and your wallet asks you before it sends one. This gateway never sees your key.":
    "ウォレットから決済サービスへ{coin}（{network}）を送り、決済サービスが変換して購入者に支払います。すべての取引は先にここで検査され、送信の前にウォレットが確認を求めます。このゲートウェイが鍵を見ることはありません。",
  "By hand": "手動で支払う",
  "Send <strong>{amount}</strong> to the address above from any wallet.":
    "任意のウォレットから上のアドレスに<strong>{amount}</strong>を送ってください。",
  "Send the amount to the address above from any wallet.":
    "任意のウォレットから上のアドレスにこの金額を送ってください。",
  "It is the coin in which the shop is paid, so nothing has to be converted.":
    "店舗の受取通貨と同じため、変換は不要です。",
  "Then record the transaction here: it is looked up on the chain.":
    "その後、ここに取引を記録してください。チェーン上で確認します。",
  "By command": "コマンドで支払う",
  "Beside the server, with a key in a file of your own:":
    "サーバー側で、ご自身のファイルにある鍵を使って実行します：",
  "Not at all": "支払わない",
  "How far it is": "進行状況",
  "Sent by the wallet": "ウォレットからの送金",
  "The wallet was asked for transaction {number}, and this page did not hear what became of it. Look into the history of the account <span>{account}</span> first. If it is there, enter its id. If the wallet has sent nothing, take the payment back below.":
    "ウォレットに取引 {number} を依頼しましたが、結果がこのページに届いていません。まずアカウント <span>{account}</span> の履歴を確認してください。履歴にあれば、取引IDを入力してください。ウォレットから何も送られていなければ、下で支払いを取り下げてください。",
  "Its transaction id": "この取引のID",
  "It was sent": "送金済みとして記録",
  "The wallet has not sent everything yet. Go on with the account <span>{account}</span>.":
    "ウォレットからの送金がまだ終わっていません。アカウント <span>{account}</span> で続けてください。",
  "If it does not arrive": "届かない場合",
  "It was paid: record its transaction": "支払い済みの場合：取引を記録",
  "The transaction that paid the buyer, on {network}. It is looked up on the chain.":
    "{network}で購入者に支払った取引です。チェーン上で確認します。",
  "It was not sent, or it came back: pay it again": "送金されていない、または戻ってきた場合：もう一度支払う",
  "Look into your wallet first: a second payment while the first is under way pays twice.":
    "まずウォレットを確認してください。最初の支払いの途中でもう一度支払うと、二重払いになります。",
  "The intent service is asked as well; it must say that it has seen no money, has failed, or has sent the money back.":
    "決済サービスにも照会します。入金を検出していない、失敗した、または返金した、という回答が必要です。",
  "I have seen in the wallet that it has sent nothing for this payout.":
    "この払い出しのために何も送信していないことをウォレットで確認しました。",
  "I have seen in the wallet that none of the transactions above can go through any more.":
    "上の取引がいずれも今後成立しないことを、ウォレットで確認しました。",
  "Take the payment back": "支払いを取り下げる",
  "Go on with the wallet": "ウォレットで続ける",
  "Pay with a browser wallet": "ブラウザのウォレットで支払う",
  "What the wallet does": "ウォレットの処理",
  "A browser wallet needs JavaScript, which is switched off here. Pay by command or by hand, as it says below.":
    "ブラウザのウォレットにはJavaScriptが必要ですが、ここでは無効になっています。下の説明に従い、コマンドまたは手動で支払ってください。",
  "Two people for large payouts": "高額の払い出しは2人で承認",
  "Payouts of {store} above a limit are approved by two different people. To raise or lift the limit takes two people as well.":
    "{store}の上限を超える払い出しは、異なる2人が承認します。上限の引き上げや廃止にも2人が必要です。",
  "Asked for by": "依頼者",
  "No change waits for a confirmation.": "確認を待っている変更はありません。",
  "You asked for it. Another person who may approve payouts must confirm it here within a week.":
    "ご自身が依頼した変更です。払い出しを承認できる別の人が、1週間以内にここで確認する必要があります。",
  "Confirm the new limit": "新しい上限を確認する",
  "Finished payouts": "終了した払い出し",
  "Open payouts": "未完了の払い出し",
  "Refunds that buyers have claimed, and payouts of your own. You send the money; the gateway holds none.":
    "購入者が請求した返金と、店舗による払い出しです。送金はご自身で行います。ゲートウェイはお金を保有しません。",
  Open: "未完了",
  Finished: "終了",
  "No older ones": "これより古いものはありません",
  "The newest ones": "最新のもの",
  "None yet": "まだありません",
  "A payout that was paid or cancelled appears here.":
    "支払い済みまたは取り消し済みの払い出しがここに表示されます。",
  "Nothing waits for you": "対応待ちのものはありません",
  "Refunds that buyers claim appear here. A refund begins on the page of its invoice.":
    "購入者が請求した返金がここに表示されます。返金は請求書のページから始めます。",
  "Details of the payout of {amount}": "{amount}の払い出しの詳細",
  "Approve {amount}": "{amount}を承認",
  "Cancel {amount}": "{amount}を取り消す",
  Owner: "オーナー",
  Manager: "マネージャー",
  Cashier: "レジ担当",
  Accountant: "経理担当",
  Viewer: "閲覧者",
  "Who may work in {store}, and what each may do.": "{store}で作業できる人と、それぞれに許可された操作です。",
  "The invitation for {email}": "{email}への招待",
  "An e-mail with this link is on its way to {email}. It works once, for a week, and is shown here only now.":
    "このリンクを記載したメールを{email}に送信しています。有効期間は1週間で、1回だけ使えます。ここに表示されるのは今回だけです。",
  "Send this link to {email}. It works once, for a week, and is shown only now.":
    "このリンクを{email}に送ってください。有効期間は1週間で、1回だけ使えます。表示されるのは今回だけです。",
  Members: "メンバー",
  "No members yet. The server’s administrators can open every store.":
    "メンバーはまだいません。サーバーの管理者はすべての店舗を開けます。",
  Role: "役割",
  you: "ご自身",
  disabled: "無効",
  off: "オフ",
  "Role of {name}": "{name}の役割",
  "Save the role of {name}": "{name}の役割を保存",
  "Remove {name}": "{name}を削除",
  "Remove {name} from {store}?": "{store}から{name}を削除しますか？",
  "They are signed out of this store at once, and their API keys for it stop working. What they have done stays in the audit log.":
    "この店舗からただちにサインアウトされ、この店舗のAPIキーも使えなくなります。これまでの操作は監査ログに残ります。",
  "Remove the person": "この人を削除",
  "Invite a person": "人を招待",
  "Make an invitation": "招待を作成",
  "Open invitations": "未承諾の招待",
  "until {time}": "{time}まで",
  "Withdraw the invitation of {email}": "{email}の招待を取り消す",
  Withdraw: "取り消す",
  "A payout above this amount is sent only after two different people have approved it here. An API key counts as no person. Leave it empty to let one person approve. To raise or lift it takes two people as well.":
    "この金額を超える払い出しは、異なる2人がここで承認した後に送金されます。APIキーは人として数えません。1人で承認する場合は空欄にします。上限の引き上げや廃止にも2人が必要です。",
  "{name} asked for another limit: {limit}. It takes effect when a second person confirms it.":
    "{name}さんが別の上限を依頼しました：{limit}。2人目が確認すると有効になります。",
  Roles: "役割",
  "two factors": "2要素必須",
  "Make a role of your own": "独自の役割を作成",
  "People with this role must set up a second factor": "この役割の人には2要素認証の設定を義務付ける",
  "Save the role": "役割を保存",
  "Proof of invoice {id}": "請求書 {id} の証明",
  "any amount": "金額自由",
  "Proof of an invoice of any amount": "金額自由の請求書の証明",
  "Proof of an invoice of {price}": "{price}の請求書の証明",
  "made {time}": "作成：{time}",
  "Download the pack": "パックをダウンロード",
  "What was agreed": "合意した内容",
  "{amount}, to <span>{address}</span> on {network}": "{amount}、{network}の<span>{address}</span>宛て",
  Held: "価格の有効期間",
  "{from} until {until}": "{from}から{until}まで",
  Now: "現在",
  "paid {amount}": "支払い済み {amount}",
  "Asked for <strong>{amount}</strong> to <span>{address}</span>":
    "<span>{address}</span>宛てに<strong>{amount}</strong>を請求",
  "Signed:": "署名：",
  "What the chains show": "チェーン上の記録",
  "No payment is known.": "確認された支払いはありません。",
  to: "送金先：",
  "What happened when": "日時ごとの経過",
  Signature: "署名",
  "This page is an extract of the pack with this digest: <span>{file}</span>. The pack holds the raw transactions, headers and answers, and a program of 150 lines checks it without asking a service.":
    "このページは、次のダイジェストを持つパックの抜粋です：<span>{file}</span>。パックには元の取引データ、ヘッダー、応答が含まれ、150行のプログラムがどのサービスにも照会せずに検証します。",
  "It is <span>docs/reference/verify_proof.py</span> in the folder where Crosstill is installed, and needs Python 3.9 or newer. What it shows is said in docs/reference/proof-format.md beside it:":
    "プログラムは、Crosstillのインストール先フォルダーにある<span>docs/reference/verify_proof.py</span>で、Python 3.9以降が必要です。証明される内容は、同じ場所のdocs/reference/proof-format.mdに記載しています：",
  "Compare the key with the one that the shop has published: a forged pack has a forged key as well.":
    "ショップが公開しているキーと照合してください。偽造されたパックではキーも偽造されています。",
  Digest: "ダイジェスト",
  "Fingerprint {fingerprint}": "フィンガープリント {fingerprint}",
  "This does not work": "この操作はできません",
  "Nothing was approved": "何も承認されていません",
  "An application has sent you here for an API key.":
    "アプリケーションがAPIキーを求めて、このページを開きました。",
  "One more step": "あと1ステップ",
  "Enter the code that your authenticator app shows, or one of your recovery codes.":
    "認証アプリに表示されたコード、または回復コードの1つを入力してください。",
  Code: "コード",
  "Use a passkey instead": "代わりにパスキーを使う",
  "Start again": "最初からやり直す",
  "New item": "新しい商品",
  "Edit the item": "商品を編集",
  "Price in {currency}": "価格（{currency}）",
  "(optional; the customer sees it)": "（任意。お客様に表示されます）",
  Picture: "画像",
  "(optional)": "（任意）",
  "A PNG, JPEG or WebP of at most {size} KiB and {side} pixels a side. What a camera noted, such as the place, is taken out.":
    "PNG、JPEG、WebP形式、最大{size} KiB、一辺{side}ピクセルまで。撮影場所など、カメラが記録した情報は取り除きます。",
  "Take the picture away": "画像を削除",
  "In stock": "在庫あり",
  "The counter no longer sells it. Invoices that have it stay.":
    "レジ画面では販売されなくなります。この商品を含む請求書は残ります。",
  "Remove the item": "商品を削除",
  Title: "タイトル",
  "Amount and currency are fixed, because an invoice was made.":
    "請求書が作成されたため、金額と通貨は変更できません。",
  "Customers may pay in parts, and say how much": "お客様が金額を指定して分割で支払える",
  "(empty: always)": "（空欄の場合は無期限）",
  "Customer’s e-mail": "お客様のメールアドレス",
  "New payment link": "新しい支払いリンク",
  "A page of <strong>{store}</strong> that asks for an amount. Send its link, or print its QR code. The price in a coin is worked out when the customer pays.":
    "<strong>{store}</strong>の支払いをお願いするページです。リンクを送るか、QRコードを印刷してください。通貨ごとの価格は、お客様の支払い時に計算されます。",
  "Make the payment link": "支払いリンクを作成",
  "Buttons for payments and donations to <strong>{store}</strong> that work on any site, without scripts.":
    "<strong>{store}</strong>への支払いや寄付のためのボタンです。スクリプトなしで、どのサイトでも使えます。",
  "Who may make invoices": "請求書を作成できる人",
  "Anyone may make invoices of this store, within these bounds":
    "次の範囲内で、誰でもこの店舗の請求書を作成できる",
  "Least amount": "最低額",
  Most: "最高額",
  "A visitor can change what a button says. Compare the amount of the invoice before you deliver. Order numbers of buttons begin with “button/”, so that they are never those of a shop.":
    "訪問者はボタンの内容を変更できます。商品を渡す前に請求書の金額を照合してください。ボタンの注文番号は「button/」で始まるため、ショップの注文番号と重なることはありません。",
  "Make a button": "ボタンの作成",
  "Amounts in {currency}": "金額（{currency}）",
  "(one: fixed; several: to choose from; none: the customer types it)":
    "（1つ：固定、複数：選択式、なし：お客様が入力）",
  "Text of the button": "ボタンの文言",
  "Pay with crypto": "暗号通貨で支払う",
  "Where to go after paying": "支払い後の移動先",
  "Make the button": "ボタンを作成",
  "Your button": "作成したボタン",
  "Copy this HTML into your page.": "次のHTMLをご自身のページにコピーしてください。",
  "Copy the HTML": "HTMLをコピー",
  "Or use this link, or its QR code.": "このリンク、またはQRコードも使えます。",
  "on its way": "送金中",
  "Open the payer’s page": "支払者のページを開く",
  "QR code to print": "印刷用のQRコード",
  "Can be paid until": "支払い期限",
  "None yet. Each payment makes an invoice.": "まだありません。支払いごとに請求書が作成されます。",
  Edit: "編集",
  "Send the link to": "リンクの送信先",
  "Send by e-mail": "メールで送信",
  "It leaves the list, and can no longer be paid. This cannot be undone.":
    "一覧から外れ、支払えなくなります。この操作は元に戻せません。",
  "Archive the link": "リンクをアーカイブ",
  "Which links": "表示するリンク",
  "In use": "使用中",
  "With archived ones": "アーカイブ済みを含む",
  "None yet. A payment link asks for an amount, in as many payments as it takes.":
    "まだありません。支払いリンクは金額を請求するもので、何回に分けても支払えます。",
  Items: "商品",
  "Add an item": "商品を追加",
  "None yet. Without items the counter has its keypad only.":
    "まだありません。商品がない場合、レジ画面にはテンキーだけが表示されます。",
  Item: "商品",
  Stock: "在庫",
  "in stock": "在庫あり",
  "out of stock": "在庫切れ",
  "Keypad: amounts may be typed": "テンキー：金額の入力を許可する",
  "Discounts: a percentage may be taken off": "割引：パーセントでの割引を許可する",
  "Tips, in percent": "チップ（パーセント）",
  "(up to five; empty: no tip is asked for)": "（5つまで。空欄の場合、チップは求めません）",
  "Text on the receipt": "レシートの文言",
  "Anyone with the link may charge, without signing in": "リンクを持つ人は誰でもサインインなしで会計できる",
  Counter: "レジ画面",
  "Open the counter": "レジ画面を開く",
  "The counter cannot be used any more. Its invoices stay. This cannot be undone.":
    "レジ画面は使えなくなります。請求書は残ります。この操作は元に戻せません。",
  "Archive the point of sale": "POSレジをアーカイブ",
  "A counter of <strong>{store}</strong> for a tablet or a phone: pick what is sold, charge it, and see when it is paid.":
    "タブレットやスマートフォンで使う<strong>{store}</strong>のレジ画面です。商品を選んで会計し、支払いを確認できます。",
  "Who may charge": "会計できる人",
  "anyone with the link": "リンクを持つ人は誰でも",
  "cashiers who are signed in": "サインイン中のレジ担当",
  "Open the counter {title}": "レジ画面 {title} を開く",
  "New point of sale": "新しいPOSレジ",
  "Make the point of sale": "POSレジを作成",
  Back: "戻る",
  Print: "印刷",
  "Scan to pay": "読み取って支払う",
  "Started at {time}. This page shows the result when it is there.":
    "{time} に開始しました。結果が出ると、このページに表示されます。",
  well: "正常",
  problem: "問題あり",
  "Asked at {time}.": "{time}に確認しました。",
  Version: "バージョン",
  "Data folder": "データフォルダー",
  "with a key": "キーあり",
  "without a key": "キーなし",
  "These come from the environment of the server; see the configuration in the documentation.":
    "これらはサーバーの環境変数による設定です。ドキュメントの設定の項目をご覧ください。",
  "Mail goes out by {server}.": "メールは{server}から送信されます。",
  "No mail server is set up: set SMTP_URL and MAIL_FROM, and start the server again.":
    "メールサーバーが設定されていません。SMTP_URLとMAIL_FROMを設定し、サーバーを再起動してください。",
  "Send a test to": "テストメールの宛先",
  "Send a test mail": "テストメールを送信",
  Rates: "レート",
  "Ask each source": "各取得元に照会",
  "Last backup: {time}": "前回のバックアップ：{time}",
  "There was no backup yet.": "バックアップはまだありません。",
  "The file has everything of the database, with digests of keys and sealed secrets: keep it safe. The journal and the two key files in the data folder are not in it: copy them as well.":
    "このファイルには、キーのダイジェストと暗号化された秘密情報を含む、データベースのすべての内容が入っています。安全に保管してください。データフォルダーにあるジャーナルと2つの鍵ファイルは含まれませんので、併せてコピーしてください。",
  "Make a backup and download it": "バックアップを作成してダウンロード",
  Restore: "復元",
  "Stop the server, then restore by command into an empty database:":
    "サーバーを停止し、コマンドで空のデータベースに復元します：",
  Audit: "監査",
  "Checks every invariant of the books.": "帳簿のすべての不変条件を検査します。",
  "Start an audit": "監査を開始",
  Reconciliation: "照合",
  "Compares the books of the last seven days with the service and the chains.":
    "過去7日間の帳簿を、決済サービスとチェーンの記録と比較します。",
  "Start a reconciliation": "照合を開始",
  "Recurring jobs": "定期ジョブ",
  "{count} jobs": { other: "{count}件のジョブ" },
  "Table of jobs": "ジョブの表",
  Job: "ジョブ",
  "Last run": "前回の実行",
  "Runs in": "実行中の場所",
  "this process": "このプロセス",
  "no process": "どのプロセスでもない",
  Failures: "失敗回数",
  "Last error": "最後のエラー",
  "not yet": "未実行",
  "within the last minute": "1分以内",
  "{count} min ago": "{count}分前",
  "This store is archived": "この店舗はアーカイブ済みです",
  "This store is selling": "この店舗は営業中です",
  "It has taken no new invoices since {time}. Money that still reaches its addresses is settled and booked.":
    "{time}以降、新しい請求書を受け付けていません。アドレスに届いたお金は引き続き処理され、帳簿に記録されます。",
  "Sell again": "営業を再開",
  "An archived store takes no new invoices. Nothing is deleted, and you can sell again at any time.":
    "アーカイブした店舗は新しい請求書を受け付けません。何も削除されず、いつでも営業を再開できます。",
  "Archive the store": "店舗をアーカイブ",
  "Copy: {name}": "コピー：{name}",
  "First steps": "はじめの手順",
  "{count} left": { other: "残り{count}件" },
  done: "完了",
  "Do not show this list again": "この一覧を今後表示しない",
  "The intent service does not answer, so the coins are not known. Try again in a minute, and look at the server settings.":
    "決済サービスから応答がないため、通貨がわかりません。1分後にもう一度試し、サーバーの設定を確認してください。",
  "No store was made. See the fields that are marked below.":
    "店舗は作成されませんでした。下の印が付いた項目を確認してください。",
  "Is this your own address?": "これはご自身のアドレスですか？",
  "There is a contract at this address on {chain}. Money that is sent to a contract other than your own smart wallet is lost.":
    "{chain}のこのアドレスにはコントラクトがあります。ご自身のスマートウォレット以外のコントラクトに送ったお金は失われます。",
  "It could not be checked whether there is a contract at this address on {chain}. Make sure that it is the address of your own wallet, on this chain.":
    "{chain}のこのアドレスにコントラクトがあるかどうかを確認できませんでした。このチェーン上の、ご自身のウォレットのアドレスであることを確認してください。",
  "I hold the keys of this address, and want to be paid there.":
    "このアドレスの鍵を保有しており、ここで受け取ります。",
  "Make the store": "店舗を作成",
  "Saved. It holds from now on.": "保存しました。今から適用されます。",
  "Nothing was saved. See the fields that are marked below.":
    "何も保存されていません。下の印が付いた項目を確認してください。",
  "The intent service does not answer, so coins and refund addresses are not shown. Try again in a minute.":
    "決済サービスから応答がないため、通貨と返金先アドレスを表示できません。1分後にもう一度お試しください。",
  "You receive {coin}.": "受取通貨は{coin}です。",
  "Your role in this store may see these settings, not change them.":
    "この店舗での役割では、設定を閲覧できますが、変更はできません。",
  "Connect a shop": "ショップの接続",
  "Connect {shop}": "{shop}の接続",
  Steps: "手順",
  Keys: "キー",
  "To copy": "コピーする値",
  "All shops": "すべてのショップ",
  "Owner account": "オーナーアカウント",
  "A new password": "新しいパスワード",
  "Your name may change too. You are signed out everywhere else. Second factors stay.":
    "名前も変更できます。ほかの端末からはすべてサインアウトされます。2要素認証はそのまま残ります。",
  "Your name may change too. You are signed out everywhere else, and second factors are taken away.":
    "名前も変更できます。ほかの端末からはすべてサインアウトされ、2要素認証は解除されます。",
  "Make this gateway yours": "このゲートウェイの初期設定",
  "The first account is the server's administrator. It can open every store and invite others.":
    "最初のアカウントはサーバーの管理者になります。すべての店舗を開き、ほかの人を招待できます。",
  "Join {store}": "{store}に参加",
  "Join this gateway": "このゲートウェイに参加",
  "You are invited as {role}.": "{role}として招待されています。",
  "You are invited as an administrator.": "管理者として招待されています。",
  "Choose the name and password with which you sign in.":
    "サインインに使う名前とパスワードを決めてください。",
  "Password again": "パスワード（確認）",
  "Set the password": "パスワードを設定",
  "Make the account": "アカウントを作成",
  "Skip to the content": "本文へ移動",
  Manage: "管理",
  "Theme of the system": "システムのテーマ",
  "Light theme": "ライトテーマ",
  "Dark theme": "ダークテーマ",
  "Show the menu": "メニューを表示",
  Menu: "メニュー",
  "Store:": "店舗：",
  Places: "ページ一覧",
  "waiting:": "対応待ち：",
  "new:": "新着：",
  "Users of the server": "サーバーのユーザー",
  Theme: "テーマ",
  "An application asks for access to your store. Sign in to see what it asks for.":
    "アプリケーションが店舗へのアクセスを求めています。内容を確認するにはサインインしてください。",
  "There is no owner yet. The gateway prints a link when it starts, and <span>npx crosstill owner link</span> prints a new one.":
    "オーナーがまだいません。ゲートウェイは起動時にリンクを表示します。新しいリンクは<span>npx crosstill owner link</span>で表示できます。",
  "Sign in with a passkey": "パスキーでサインイン",
  "Forgotten? Ask an administrator for a new link; <span>npx crosstill owner link</span> prints one for the first administrator.":
    "パスワードを忘れた場合は、管理者に新しいリンクを依頼してください。最初の管理者のリンクは<span>npx crosstill owner link</span>で表示できます。",
  Months: "月",
  "To your accountant": "経理担当への送付",
  "This store’s months are sent to no one. A person whose address you name gets each month that ends, by e-mail, with a link that needs no account.":
    "このストアの月次明細は誰にも送られていません。アドレスを指定すると、その人に月末ごとにアカウント不要のリンクがメールで届きます。",
  "Name the accountant in Settings, Books": "設定の「帳簿」で会計担当者を指定",
  "<span>{address}</span> gets each month that ends, by e-mail, with a link that needs no account and works for {days} days. Naming another person, or none, ends every link that was sent.":
    "<span>{address}</span>に、終了した月ごとに、アカウント不要で{days}日間有効なリンクをメールで送ります。別の人を指定するか、指定をなくすと、送信済みのリンクはすべて無効になります。",
  "But this gateway sends no e-mail: its operator has set no <span>SMTP_URL</span>.":
    "ただし、このゲートウェイはメールを送信しません。運営者が<span>SMTP_URL</span>を設定していません。",
  "Send this month again": "この月をもう一度送信",
  "Send this month": "この月を送信",
  "This month is sent once it has ended. A month that has ended has a button here that sends it.":
    "この月の明細書は月の終了後に送られます。終了した月には、送信ボタンがここに表示されます。",
  "Saved. Payers see it from now on.": "保存しました。今後、支払者に表示されます。",
  "What payers see": "支払者に表示される内容",
  "Open in wallet": "ウォレットで開く",
  "Your logo is more than twice as wide as high, so it stands for the name; screen readers say the name.":
    "ロゴの幅が高さの2倍を超えているため、名前の代わりに表示されます。スクリーンリーダーは名前を読み上げます。",
  "Where your colour would be hard to read it is made darker, and lighter in the dark theme. This page wears it too.":
    "指定した色が読みにくくなる箇所では、色を暗く、ダークテーマでは明るく調整します。このページにも適用されています。",
  "help@shop.example, or a link": "help@shop.example またはリンク",
  Colour: "色",
  "A hash and six digits, such as #0F3B21": "#と6桁の16進数（例：#0F3B21）",
  "Pick a colour": "色を選択",
  Logo: "ロゴ",
  "A PNG of at most {size} KiB and {side} pixels a side, two million pixels in all; transparent is best. Pages show it up to 36 pixels high and 160 wide: beside the name, or in its place when it is more than twice as wide as high.":
    "{size} KiB以下、各辺{side}ピクセル以下、全体で200万ピクセル以下のPNG。背景は透明が最適です。ページでは最大で高さ36ピクセル、幅160ピクセルで、名前の横に表示されます。幅が高さの2倍を超える場合は、名前の代わりに表示されます。",
  "Take the logo away": "ロゴを削除",
  "Signed domain": "署名ドメイン",
  "Addresses are signed as <strong>{domain}</strong>.":
    "アドレスは<strong>{domain}</strong>として署名されます。",
  "Addresses are signed without a domain. With one, payers see in every signature that the address is from your shop.":
    "アドレスはドメインなしで署名されます。ドメインを設定すると、アドレスがショップのものであることを、支払者がすべての署名で確認できます。",
  "First put this file on your website, at <span>{path}</span>. It shows that the website is yours.":
    "まず、このファイルをウェブサイトの<span>{path}</span>に置いてください。ウェブサイトの所有者であることを示します。",
  Domain: "ドメイン",
  "Check and use": "確認して使用",
  "Leave it empty to sign without a domain.": "ドメインなしで署名する場合は、空欄のままにします。",
  "Of the last thirty days, the newest first. Open the invoice or the month to send one again, or tell the reader some other way.":
    "過去30日間のものを新しい順に表示します。請求書または月を開いてもう一度送信するか、別の方法で受取人に知らせてください。",
  "There are more.": "ほかにもあります。",
  "A new password for {name}": "{name}の新しいパスワード",
  Users: "ユーザー",
  administrator: "管理者",
  "with a second factor": "2要素認証あり",
  "without a second factor": "2要素認証なし",
  "Make a link for a new password of {name}": "{name}の新しいパスワード用のリンクを作成",
  "Make {name} no administrator": "{name}を管理者から外す",
  "Make {name} an administrator": "{name}を管理者にする",
  "No administrator": "管理者から外す",
  Administrator: "管理者にする",
  "Enable {name}": "{name}を有効にする",
  Enable: "有効にする",
  Disable: "無効にする",
  "Disable {name}": "{name}を無効にする",
  "Disable {name}?": "{name}さんを無効にしますか。",
  "They are signed out everywhere at once, and cannot sign in until they are enabled again. Until then their API keys do not work.":
    "すべての場所からすぐにサインアウトされ、再び有効にするまでサインインできません。それまでAPIキーも使えません。",
  "Disable the user": "ユーザーを無効にする",
  "Second factor for administrators": "管理者の2要素認証",
  "Administrators must set up a second factor before they can do anything else.":
    "管理者は、ほかの操作の前に2要素認証を設定する必要があります。",
  "Administrators can sign in with a password alone.": "管理者はパスワードだけでサインインできます。",
  "Ask for a password alone": "パスワードのみを求める",
  "Require a second factor": "2要素認証を必須にする",
  Webhook: "Webhook",
  failing: "失敗中",
  "The secret": "シークレット",
  "Copy the secret": "シークレットをコピー",
  "Your server checks the signature of each message with it. It is shown only now.":
    "サーバーは、これを使って各メッセージの署名を検証します。表示されるのは今回だけです。",
  "Crosstill has disabled it.": "Crosstillが無効にしました。",
  "Save the settings to enable it again.": "再び有効にするには、設定を保存してください。",
  "Nothing was sent yet.": "まだ何も送信されていません。",
  Answer: "応答",
  Again: "再送",
  "Body of the answer": "応答の本文",
  "Request and answer of {time}": "{time}のリクエストと応答",
  Details: "詳細",
  "Switched off": "停止する",
  "Try each delivery once only": "各配信を1回だけ試行する",
  "Send a test": "テストを送信",
  "Redeliver all that failed": "失敗したものをすべて再配信",
  "New secret": "新しいシークレット",
  "The old one is valid for a day beside it.": "古いものも1日間は併せて有効です。",
  Delete: "削除",
  "Your server is told nothing more.": "サーバーには今後何も通知されません。",
  "Delete the webhook": "Webhookを削除",
  URL: "URL",
  "Only these:": "次のイベントのみ：",
  "Your server is told about each event of <strong>{store}</strong> by a signed POST. Shop plugins add theirs by themselves.":
    "<strong>{store}</strong>の各イベントを、署名付きのPOSTでサーバーに通知します。ショッププラグインは自身のWebhookを自動的に追加します。",
  "Webhooks of the store": "店舗のWebhook",
  "Add a webhook": "Webhookの追加",
  "Add the webhook": "Webhookを追加",
  "This link works until {time}": "このリンクの有効期限：{time}",
  "Statement, {month}": "明細書（{month}）",
  "The month has just begun: what is booked in it can be told a minute later.":
    "この月は始まったばかりです。帳簿の内容は1分後に表示できます。",
  "Booked from <span>{from} until {until}</span>, by the clocks of {zone}.":
    "<span>{from}から{until}まで</span>の帳簿の記録です（{zone}の時刻）。",
  "The month is still running.": "この月はまだ終わっていません。",
  "Do not use this statement: {fault} The operator of the gateway finds out more with <span>npx crosstill audit</span>.":
    "この明細書は使用しないでください：{fault} ゲートウェイの運営者は、<span>npx crosstill audit</span>で詳細を確認できます。",
  "In {currency}": "{currency}での評価",
  "Payments that ended": "終了した支払い",
  "Worth of what arrived, fees taken off": "届いた額の評価額（手数料控除後）",
  "Cost of conversion, beside it": "変換費用（別途）",
  "Worth of what came and was sent back": "受取後に返金された額の評価額",
  "Worth of the shop’s refunds and payouts": "店舗の返金と払い出しの評価額",
  "At the prices of when each payment was first seen.": "各支払いが最初に検出された時点の価格によります。",
  "{count} of the payments could not be valued in {currency} and are not in these sums.": {
    other: "支払いのうち{count}件は{currency}で評価できなかったため、これらの合計に含まれません。",
  },
  "Refunds and payouts at those of when they were completed; {count} of them could not be valued.":
    "返金と払い出しは完了時の価格によります。そのうち{count}件は評価できませんでした。",
  "Refunds and payouts at those of when they were completed.": "返金と払い出しは完了時の価格によります。",
  "Nothing was booked in this month yet, and nothing was on its way.":
    "この月はまだ帳簿の記録がなく、送金中のものもありません。",
  "Nothing was booked in this month, and nothing was on its way.":
    "この月は帳簿の記録がなく、送金中のものもありませんでした。",
  "{coin} <span>on {chain}</span>": "{coin}<span>（{chain}）</span>",
  "Reached the shop": "店舗への入金",
  "Contract of the coin": "通貨のコントラクト",
  "It is unknown how many decimals this coin has: all amounts are in its smallest units.":
    "この通貨の小数点以下の桁数が不明なため、金額はすべて最小単位で表示しています。",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts, of which <strong>{cost}</strong> is what converting them cost.":
    "このほかに、返金と払い出しのため店舗自身のウォレットから<strong>{spent}</strong>が送金されました。そのうち<strong>{cost}</strong>は変換費用です。",
  "Beside that <strong>{spent}</strong> left the shop’s own wallet for refunds and payouts.":
    "このほかに、返金と払い出しのため店舗自身のウォレットから<strong>{spent}</strong>が送金されました。",
  "Refunds and payouts of the shop brought <strong>{amount}</strong> to their recipients.":
    "店舗の返金と払い出しにより、受取人に<strong>{amount}</strong>が届きました。",
  "The shop is paid in {coin}, at <span>{address}</span>.":
    "店舗の受取通貨は{coin}、受取アドレスは<span>{address}</span>です。",
  "Store <span>{id}</span>.": "店舗 <span>{id}</span>。",
  "Files of this month": "この月のファイル",
  "Their times are those of {zone}.": "時刻は{zone}のものです。",
  "While the month is running they grow.": "月が終わるまで、内容は追加されていきます。",
  "They are the same whenever they are fetched: what turns out to be wrong later is corrected by a line of a later month.":
    "いつ取得しても同じ内容です。後で誤りがわかった場合は、以降の月の行で訂正します。",
  "The store is paid in this coin at this address already.":
    "店舗はすでにこの通貨をこのアドレスで受け取っています。",
  "{name} asks to change where {store} is paid": "{name}さんが{store}の受取先の変更を求めています",
  "{store} is paid elsewhere from now on": "{store}の受取先が変わりました",
  "It takes effect when a second person confirms it. If it was not meant, withdraw it.":
    "2人目が確認すると有効になります。意図しないものであれば、取り下げてください。",
  "New invoices are paid there. Open invoices stay with the old address. If it was not meant, change it back at once.":
    "新しい請求書はそこで支払われます。未完了の請求書は以前のアドレスのままです。意図しないものであれば、すぐに元に戻してください。",
  Old: "変更前",
  By: "実行者",
  "The coin in which {store} is paid, and the address.": "{store}が受け取る通貨とアドレスです。",
  "Change it?": "変更しますか？",
  "A change waits for a second person": "変更が2人目の確認を待っています",
  "Present settlement": "現在の受け取り",
  "New invoices are paid at the new address as soon as the change takes effect.":
    "変更が有効になると、新しい請求書は新しいアドレスで支払われます。",
  "{count} open invoices are still paid at the old address. If you do not hold its keys any more, mark them invalid.":
    {
      other:
        "未完了の請求書{count}件は引き続き以前のアドレスで支払われます。その鍵をお持ちでない場合は、無効にしてください。",
    },
  "There may be more.": "さらにある可能性があります。",
  "Amounts of the policy were in the old coin. It is {before} now, and then {after}.":
    "ポリシーの金額は以前の通貨によるものです。現在は{before}で、変更後は{after}になります。",
  "A refund address is the old address as well. Change it too:":
    "返金先アドレスにも以前のアドレスがあります。こちらも変更してください：",
  "Confirm the new settlement": "新しい受け取りを確認する",
  "Withdraw the change": "変更を取り下げる",
  "A second person who may approve payouts must confirm it before it takes effect.":
    "有効になる前に、払い出しを承認できる2人目の確認が必要です。",
  "It takes effect at once. The owners of the store and the administrators are told by e-mail.":
    "すぐに有効になります。店舗のオーナーと管理者にメールで通知されます。",
  "Ask for the change": "変更を依頼する",
  "Change the settlement": "受け取りを変更する",
  "Another person changed where the store is paid": "別の人が店舗の受取先を変更しました",
  "Another administrator made a way into an account": "別の管理者がアカウントへのアクセス手段を作成しました",
  "Every payment is converted to this coin and paid to this address.":
    "すべての支払いはこの通貨に換えられ、このアドレスに支払われます。",
  "A link for a new password of your account was made":
    "アカウントの新しいパスワード用のリンクが作成されました",
  "Your password was set anew by a link": "リンクによってパスワードが再設定されました",
  "Another person removed the second factors of your account":
    "別の人があなたのアカウントの2要素認証を削除しました",
  "Change the coin or the address": "通貨またはアドレスを変更する",
  "Send this link to {name}. It works once, for a day, and is shown only now. Second factors stay. For a day after it is used, {name} cannot approve payouts or changes of limits and settlements.":
    "このリンクを{name}さんに送ってください。1日間、1回だけ使え、今だけ表示されます。2要素認証はそのまま残ります。使用後1日間、{name}さんは払い出しや、上限と受け取りの変更を承認できません。",
  "Approves nothing that moves money until {time}, because another person has made a way into this account.":
    "別の人がこのアカウントへのアクセス手段を作成したため、{time}まで資金を動かすものを承認できません。",
  "Remove second factors": "2要素認証を削除",
  "Remove the second factors of {name}": "{name}さんの2要素認証を削除",
  "Remove the second factors of {name}?": "{name}さんの2要素認証を削除しますか？",
  "Do this only when they have lost them and their recovery codes. They are told by e-mail, are signed out everywhere, and cannot approve payouts or changes of limits and settlements for a day.":
    "本人が2要素認証と回復コードの両方を失った場合にのみ行ってください。本人にメールで通知され、すべての場所からサインアウトされ、1日間は払い出しや、上限と受け取りの変更を承認できません。",
  "Remove them": "削除する",
  "Later in this time it was paid in {coin}, at <span>{address}</span>.":
    "この期間の後半は{coin}を<span>{address}</span>で受け取りました。",
  "Not valued yet": "まだ換算されていません",
  "Account set up": "アカウントを設定",
  "Columns of the invoice list chosen": "請求書一覧の列を選択",
  "Sign-in": "サインイン",
  "Session ended": "セッションを終了",
  "All other sessions ended": "ほかのセッションをすべて終了",
  "Password changed": "パスワードを変更",
  "E-mail address changed": "メールアドレスを変更",
  "One-time passwords set up": "ワンタイムパスワードを設定",
  "One-time passwords removed": "ワンタイムパスワードを削除",
  "New recovery codes made": "新しい復旧コードを作成",
  "Passkey added": "パスキーを追加",
  "Passkey removed": "パスキーを削除",
  "Language or appearance changed": "言語または外観を変更",
  "Notifications chosen": "通知を選択",
  "Web push switched on for a browser": "ブラウザのウェブプッシュをオン",
  "Web push switched off for a browser": "ブラウザのウェブプッシュをオフ",
  "Person invited": "メンバーを招待",
  "Invitation withdrawn": "招待を取り消し",
  "Role of a person changed": "メンバーの役割を変更",
  "Person removed from a store": "メンバーをストアから削除",
  "Role of the store changed": "ストアの役割を変更",
  "User disabled": "ユーザーを無効化",
  "User enabled": "ユーザーを有効化",
  "Administrator made or unmade": "管理者権限を変更",
  "Link for a new password made": "新しいパスワード用のリンクを作成",
  "Second factors of a user removed": "ユーザーの第二要素を削除",
  "Rule for administrators changed": "管理者の規則を変更",
  "Backup made": "バックアップを作成",
  "Audit started": "監査を開始",
  "Reconciliation started": "照合を開始",
  "Owner link made": "オーナーリンクを作成",
  "Store created": "ストアを作成",
  "Settings of a store changed": "ストアの設定を変更",
  "Store archived": "ストアをアーカイブ",
  "Store reopened": "ストアを再開",
  "Signed domain of a store changed": "ストアの署名ドメインを変更",
  "Amount for two people changed": "2人承認の金額を変更",
  "Change of the amount for two people asked for": "2人承認の金額の変更を依頼",
  "Settlement of a store changed": "ストアの決済先を変更",
  "Change of the settlement asked for": "決済先の変更を依頼",
  "Change of the settlement withdrawn": "決済先の変更を取り下げ",
  "Pay buttons of a store changed": "ストアの支払いボタンを変更",
  "Webhook added": "Webhookを追加",
  "Webhook changed": "Webhookを変更",
  "Webhook tested": "Webhookをテスト",
  "Secret of a webhook renewed": "Webhookのシークレットを更新",
  "Events of a webhook sent again": "Webhookのイベントを再送",
  "Webhook deleted": "Webhookを削除",
  "API key made": "APIキーを作成",
  "API key revoked": "APIキーを失効",
  "Keys of the gateway imported": "ゲートウェイの鍵をインポート",
  "Master key changed": "マスターキーを変更",
  "Signing key renewed": "署名鍵を更新",
  "Key of secrets renewed": "シークレットの鍵を更新",
  "Key of signed links renewed": "署名付きリンクの鍵を更新",
  "Invoice created": "請求書を作成",
  "Invoice marked": "請求書に状態を設定",
  "Invoice archived": "請求書をアーカイブ",
  "Invoice taken out of the archive": "請求書のアーカイブを解除",
  "Notes of an invoice changed": "請求書のメモを変更",
  "Link of an invoice mailed": "請求書のリンクをメールで送信",
  "Refund created": "返金を作成",
  "Exception resolved": "例外を解決",
  "Unattributed funds assigned": "未割り当ての資金を割り当て",
  "Payout approved": "支払いを承認",
  "Payout cancelled": "支払いを取り消し",
  "Payout marked as paid": "支払いを支払い済みに設定",
  "Payout marked as not paid": "支払いを未払いに設定",
  "Payout sent": "支払いを送信",
  "Payment link created": "支払いリンクを作成",
  "Payment link changed": "支払いリンクを変更",
  "Payment link archived": "支払いリンクをアーカイブ",
  "Payment link mailed": "支払いリンクをメールで送信",
  "Point of sale created": "レジを作成",
  "Point of sale changed": "レジを変更",
  "Point of sale archived": "レジをアーカイブ",
  "Item added": "商品を追加",
  "Item changed": "商品を変更",
  "Item removed": "商品を削除",
  "Sale charged": "販売を会計",
  "Statement mailed": "明細書をメールで送信",
  "Payment valued by hand": "支払いを手動で評価",
  "The payment is valued. The books have a corrected line.":
    "支払いを評価しました。帳簿に訂正行が追加されました。",
  "This payment is valued already.": "この支払いはすでに評価済みです。",
  "Enter each rate as a number above zero, such as 1.0837.":
    "各レートは、1.0837のように0より大きい数で入力してください。",
  "Payments without a value": "評価のない支払い",
  "A person whose role changes invoices can value them.": "請求書を変更できる役割の人が評価できます。",
  "{quote} for 1 {base}": "1 {base}あたりの{quote}",
  "Value the payment": "支払いを評価",
  "Further payments appear once these are valued.": "残りの支払いは、これらの評価後に表示されます。",
  "Value them by hand": "手動で評価する",
  "Logo changed": "ロゴを変更",
  "Logo removed": "ロゴを削除",
  "Pull payment created": "引き出し式の支払いを作成",
  "Pull payment archived": "引き出し式の支払いをアーカイブ",
  "Pull payment claimed": "引き出し式の支払いを請求",
  "Payout created": "支払いを作成",
  "Payout marked": "支払いに状態を設定",
  "App of a store deleted": "ストアのアプリを削除",
  "Person added to a store": "メンバーをストアに追加",
  "Own account changed": "自分のアカウントを変更",
  "Notification marked": "通知に状態を設定",
  "Notification removed": "通知を削除",
  "Coin of a store changed": "ストアのコインを変更",
  "Rate source of a store changed": "ストアのレート取得元を変更",
  "API key deleted": "APIキーを削除",
  "{action} (API)": "{action}（API）",
  "all actions": "すべての操作",
  "Everything with {prefix}": "{prefix} のすべて",
  "The audit has found that {rule} is violated: {message}": "監査で {rule} の違反が見つかりました: {message}",
  "Invoice {id} needs a decision: {kind}.": "請求書 {id} には判断が必要です: {kind}",
  "Money has reached an address that no invoice holds.": "どの請求書にも属さないアドレスに入金がありました。",
  "The webhook to {url} was disabled.": "{url} へのWebhookが無効になりました。",
  "An e-mail did not arrive: {kind}.": "メールが届きませんでした: {kind}",
  "Payout {id} waits for an approval.": "支払い {id} は承認待ちです。",
  "Payout {id} is to be paid.": "支払い {id} を支払ってください。",
  "Payout {id} refunds more than the shop has of its invoice.":
    "支払い {id} は、ストアが請求書から得た額より多く返金します。",
  "{name} has changed the settings of the store.": "{name} がストアの設定を変更しました。",
  "{name} has made a link for a new password of {user}.":
    "{name} が {user} の新しいパスワード用のリンクを作成しました。",
  "{name} has removed the second factors of {user}.": "{name} が {user} の第二要素を削除しました。",
  "{name} has withdrawn the change of where {store} is paid.":
    "{name} が {store} の受取先の変更を取り下げました。",
  "{name} asks to change where {store} is paid.": "{name} が {store} の受取先の変更を依頼しています。",
  "{name} has changed where {store} is paid.": "{name} が {store} の受取先を変更しました。",
  "The receiver answered 410 Gone.": "受信側が 410 Gone と応答しました。",
  "The receiver answered with status {status}.": "受信側がステータス {status} で応答しました。",
  "For five days nothing was taken. Last: {error}": "5日間、何も受理されませんでした。最後の結果: {error}",
  "Can be paid until, by the clocks of {zone}": "支払い期限（{zone} の時刻）",
  "Times on this page are those of {zone}.": "このページの時刻は {zone} のものです。",
  "A day. Empty: until now.": "日付。空欄の場合は現在まで。",
  "Invoice, order, item, e-mail, price, address or transaction":
    "請求書、注文、商品、メール、価格、アドレス、取引",
  "None like this. An invoice is found by how its number, order, item, e-mail, price, address or transaction begins.":
    "該当するものはありません。番号、注文、商品、メール、価格、アドレス、取引の先頭部分で請求書を検索できます。",
  "Choose 1 to {most} invoices in the list first.": "まず一覧から1～{most}件の請求書を選択してください。",
  "Send {event} of {time} again": "{time} の {event} を再送する",
  "not kept any more": "保存期間が終了しました",
  "{event} is sent again. This page shows the answer when it is there.":
    "{event} を再送します。応答が届くとこのページに表示されます。",
  yes: "はい",
  no: "いいえ",
  "As it is kept": "保存されたデータ",
  Recorded: "記録済み",
  "The transaction that was recorded is final now, and has not paid this payout. Record the transaction that has paid it, or take the payment back.":
    "記録されたトランザクションは確定しましたが、この支払いを行っていません。正しいものを記録するか、支払いを取り消してください。",
  "The gateway has seen the transaction. A reorganisation may still remove it. The payout counts as paid once the transaction is final. You need to do nothing more here.":
    "トランザクションは確認されましたが、再編成によって取り消される可能性がまだあります。確定すると支払い済みになります。ここで必要な操作はありません。",
  "The transaction that was recorded is in no block and not in the mempool: a reorganisation or its wallet has removed it. Look into the wallet. Record the transaction that has paid, or take the payment back.":
    "記録されたトランザクションは、どのブロックにもメモリプールにもありません。再編成またはウォレットによって取り消されました。ウォレットを確認し、支払ったトランザクションを記録するか、支払いを取り消してください。",
  "Choose the coin and chain": "コインとチェーンを選択",
  "Refund of {order}": "{order} の返金",
  "{by} invites you to work in {store} with Crosstill, a gateway for payments in cryptocurrencies. The link leads to a page on which you choose a name and a password. It works once, and for a week. If you do not know {by}, ignore this message.":
    "{by} さんが、暗号資産の決済ゲートウェイ Crosstill を使う {store} にあなたを招待しています。リンク先のページで名前とパスワードを設定してください。リンクは1週間以内に1回だけ使えます。{by} さんに心当たりがない場合は、このメッセージを無視してください。",
  "The intent service takes no calls for now ({what}). Try again in {seconds} s.":
    "決済サービスは現在呼び出しを受け付けていません（{what}）。{seconds}秒後にもう一度お試しください。",
  "The intent service gave no usable answer ({what}). Try again.":
    "決済サービスから使える応答がありませんでした（{what}）。もう一度お試しください。",
  "The intent service refused: {reason}": "決済サービスが拒否しました: {reason}",
  "The intent service refused.": "決済サービスが拒否しました。",
  "Expected a URL of at most {most} characters.": "URLは{most}文字以内で入力してください。",
  'Expected a URL such as "https://shop.example/webhook".':
    "「https://shop.example/webhook」のようなURLを入力してください。",
  "Expected a URL that begins with https://.": "https://で始まるURLを入力してください。",
  "A webhook URL must not contain a user name or password.":
    "WebhookのURLにはユーザー名やパスワードを含められません。",
  "Expected https: plain http is not allowed.": "httpsが必要です。通常のhttpは使えません。",
  "{what} may not go to {host}: it is a private, local or reserved address, or plain http is not enough for it. Use https and a public address, or ask the operator to list its network in {setting}.":
    "{what}は{host}に送れません。非公開・ローカル・予約済みのアドレスであるか、通常のhttpでは足りません。httpsと公開アドレスを使うか、そのネットワークを{setting}に加えるよう運営者に依頼してください。",
  "There is nothing to be seen in this image: all of it is transparent.":
    "この画像には何も写っていません。すべて透明です。",
  "Expected at most {most} KiB, got {size} KiB. Export the logo smaller: about 600 × 200 pixels are plenty.":
    "{most} KiB以内にしてください（現在は{size} KiB）。ロゴを小さく書き出してください。600 × 200ピクセル程度で十分です。",
  "Expected a PNG, got {kind}. Export the logo as PNG.":
    "PNGが必要です（現在は{kind}）。ロゴをPNGで書き出してください。",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the logo smaller.":
    "{most} × {most}ピクセル以内にしてください（現在は{width} × {height}）。ロゴを小さく書き出してください。",
  "Expected at most {most} MiB of pixels, got {size} MiB ({width} × {height}, {depth} bits a channel). Export the logo smaller: about 600 × 200 pixels are plenty.":
    "ピクセルは{most} MiB以内にしてください（現在は{size} MiB、{width} × {height}、1チャンネル{depth}ビット）。ロゴを小さく書き出してください。600 × 200ピクセル程度で十分です。",
  "This PNG is damaged: its pixels cannot be read. Export it again.":
    "このPNGは壊れていて、ピクセルを読み取れません。もう一度書き出してください。",
  "an empty file": "空のファイル",
  "a JPEG": "JPEG",
  "a GIF": "GIF",
  "a WebP image": "WebP画像",
  "an SVG, which can carry scripts": "スクリプトを含みうるSVG",
  "something else": "その他の形式",
  "Expected at most {most} KiB, got {size} KiB. Export the picture smaller: about 600 × 600 pixels are plenty.":
    "{most} KiB以内にしてください（現在は{size} KiB）。画像を小さく書き出してください。600 × 600ピクセル程度で十分です。",
  "Expected at most {most} × {most} pixels, got {width} × {height}. Export the picture smaller.":
    "{most} × {most}ピクセル以内にしてください（現在は{width} × {height}）。画像を小さく書き出してください。",
  "Expected a PNG, a JPEG or a WebP image. Export the picture as one of them.":
    "PNG・JPEG・WebPのいずれかの画像が必要です。いずれかの形式で書き出してください。",
  "Expected a PNG of at most two million pixels, got {width} × {height}. Export the picture smaller.":
    "PNGは200万ピクセル以内にしてください（現在は{width} × {height}）。画像を小さく書き出してください。",
  "Expected revision {revision}, got {got}: the payout has changed. Look at it again.":
    "リビジョン{revision}が必要ですが{got}でした。払い出しが変更されています。もう一度確認してください。",
  "The amount is less than the smallest unit of {coin}. Cancel the payout.":
    "金額が{coin}の最小単位より小さいです。払い出しを取り消してください。",
  "The payout has a newer quote than the one that was to be signed. Start again.":
    "署名しようとした見積もりより新しい見積もりがあります。最初からやり直してください。",
  "This payout was taken back, or paid otherwise, while request {request} was being paid. Nothing more is sent; look into the wallet for what was sent before.":
    "リクエスト{request}の支払い中に、この払い出しは取り下げられたか別の方法で支払われました。これ以上は送金されません。それまでに送金されたものはウォレットで確認してください。",
  'The intent service may have paid it, or may be paying it: it says "{word}". Wait until the money has come back, or mark the payout Completed.':
    "決済サービスがすでに支払ったか、支払い中の可能性があります（状態:「{word}」）。資金が戻るまで待つか、払い出しを完了にしてください。",
  "Expected a payout that is {from} to become {to}; this one is {state}.":
    "{to}にできるのは{from}の払い出しだけです。この払い出しは{state}です。",
  "Expected a payout that is {from} or {other} to become {to}; this one is {state}.":
    "{to}にできるのは{from}または{other}の払い出しだけです。この払い出しは{state}です。",
  "Expected at most {most} webhooks of a store: delete one that is not needed.":
    "店舗のWebhookは{most}件までです。不要なものを削除してください。",
  "Expected at least half a minute (0.5)": "0.5分以上にしてください（0.5）",
  "Expected at most a year (525600)": "1年以内にしてください（525600）",
  "Expected one e-mail address, such as ada@example.com":
    "メールアドレスを1件入力してください（例：ada@example.com）",
  "Expected a title, which the payer sees": "支払者に表示されるタイトルを入力してください",
  "Expected an e-mail address": "メールアドレスを入力してください",
  "Expected unix seconds, or a date such as 2027-01-31T18:00:00Z":
    "Unix秒、または2027-01-31T18:00:00Zのような日時を入力してください",
  'Expected the price as a decimal string such as "25.00"': "価格は「25.00」のような小数で入力してください",
  "Expected one of {known}": "次のいずれかを入力してください: {known}",
  '{expected}; got "{came}".': "{expected}（入力:「{came}」）。",
  'Expected the price as a decimal string such as "25.00"; got none.':
    "価格は「25.00」のような小数で入力してください。入力がありません。",
  'Expected an amount of at most {most}, got "{came}".':
    "金額は{most}以下にしてください（入力:「{came}」）。",
  'Expected an amount above zero, got "{came}".': "0より大きい金額を入力してください（入力:「{came}」）。",
  "{fault} {currency} has {decimals} decimals.": "{fault} {currency}の小数は{decimals}桁です。",
  "{expected}.": "{expected}。",
  "{expected}; got {came}.": "{expected}（入力: {came}）。",
  "Expected a name without control and format characters":
    "制御文字や書式文字を含まない名前を入力してください",
  "Expected an address that starts with https://, http:// or mailto:":
    "https://、http://、mailto: のいずれかで始まるアドレスを入力してください",
  "Expected a colour such as #0F3B21": "#0F3B21のような色を入力してください",
  "Expected a name": "名前を入力してください",
  "This refund was made already, with another amount. Open the invoice again to see it.":
    "この返金は別の金額ですでに作成されています。請求書を開き直して確認してください。",
  "Open the invoice again, and send the form from there.":
    "請求書を開き直して、そこからフォームを送信してください。",
  "Open the form again, and send it from there.": "フォームを開き直して、そこから送信してください。",
  "an address: it is the store's only one, and without any no coin can be converted. Add one of another chain first.":
    "アドレスが必要です。店舗の唯一のアドレスで、これがないとコインを変換できません。先に別のチェーンのアドレスを追加してください。",
  'a Bitcoin address of {network}; got "{address}".':
    "{network}のBitcoinアドレスが必要です（入力:「{address}」）。",
  "an address with a correct checksum: one of its characters may be wrong. Paste it again.":
    "チェックサムの正しいアドレスが必要です。文字が間違っている可能性があります。もう一度貼り付けてください。",
  'an address that starts with 0x and has 40 more characters; got "{address}".':
    "0xで始まり、さらに40文字のアドレスが必要です（入力:「{address}」）。",
  'Expected a transaction id of 64 hexadecimal digits, or a link with one; got "{typed}".':
    "16進数64桁のトランザクションID、またはそれを含むリンクを入力してください（入力:「{typed}」）。",
  "Expected whole percents, such as 5 or 10": "5や10のような整数のパーセントを入力してください",
  "Expected a title, which customers see": "お客様に表示されるタイトルを入力してください",
  "Another user signs in as {name}. Choose another name.":
    "別のユーザーが {name} でログインしています。別の名前を選んでください。",
  "The store has no member with this id. Invite the person.":
    "この店舗にこのIDのメンバーはいません。招待してください。",
  "There is no role {name}.": "ロール {name} はありません。",
  "The role {role} allows more than you may do yourself.":
    "ロール {role} は、あなた自身の権限より多くを許可します。",
  "This is the store's last owner. Make another user an owner first.":
    "店舗の最後のオーナーです。先に別のユーザーをオーナーにしてください。",
  "This is the server's last administrator. Make another user an administrator first.":
    "サーバーの最後の管理者です。先に別のユーザーを管理者にしてください。",
  "The lines of what an older version booked are still being written. Try again in some minutes; the server has to run.":
    "古いバージョンの記帳の明細を書き込み中です。サーバーを動かしたまま、数分後にもう一度お試しください。",
  "Deposit {outpoint} is credited to invoice {invoice} already.":
    "入金 {outpoint} はすでに請求書 {invoice} に計上されています。",
  "Deposit {outpoint} is in no block any more: wait until it is in one again.":
    "入金 {outpoint} はどのブロックにも含まれていません。再び含まれるまでお待ちください。",
  "Deposit {outpoint} was assigned to another invoice.": "入金 {outpoint} は別の請求書に割り当てられました。",
  "Deposit {outpoint} came to an address of store {store}, and its money goes there.":
    "入金 {outpoint} は店舗 {store} のアドレスに届いたもので、資金はそちらに入ります。",
  "Invoice {invoice} is using {address} now. Assign the deposit once that lease has ended.":
    "請求書 {invoice} が現在 {address} を使用中です。使用が終わってから入金を割り当ててください。",
  'Expected a time at least a minute ago ({newest} or before), so that the file stays the same for ever; without "to" it has everything until then':
    "ファイルの内容が変わらないよう、1分以上前（{newest}以前）の日時にしてください。「to」を省くと、その時点までのすべてが含まれます",
  'Expected a time before "to" ({to})': "「to」（{to}）より前の日時にしてください",
  "Expected a day (2026-11-01), a moment (2026-11-01T00:00:00Z) or unix seconds":
    "日付（2026-11-01）、日時（2026-11-01T00:00:00Z）、またはUnix秒を入力してください",
  "This store is archived and takes no new invoices.":
    "この店舗はアーカイブ済みで、新しい請求書を受け付けません。",
  "Invoice {invoice} is {state} and cannot be marked; got {mark}.":
    "請求書 {invoice} は{state}で、マークできません（入力: {mark}）。",
  "Invoice {invoice} is {state} and can be marked {possible} only; got {mark}.":
    "請求書 {invoice} は{state}で、{possible}にだけマークできます（入力: {mark}）。",
  "Expected an invoice that is open and not paid; this one takes no payment, or has one.":
    "未払いで有効な請求書が必要です。この請求書は支払いを受け付けないか、すでに支払いがあります。",
  'Expected "to": no recipient was named when the invoice was made.':
    "「to」が必要です。請求書の作成時に宛先が指定されていません。",
  "This gateway sends no e-mail: its operator has set no SMTP_URL (docs/how-to/email.md).":
    "このゲートウェイはメールを送信しません。運営者がSMTP_URLを設定していません（docs/how-to/email.md）。",
  "The link of this invoice was mailed {most} times; more looks like spam.":
    "この請求書のリンクは{most}回送信されました。これ以上は迷惑メールと見なされます。",
  "The link of this invoice was mailed less than a minute ago. Wait a minute.":
    "この請求書のリンクは1分以内に送信されたばかりです。1分お待ちください。",
  "This store has named no accountant.": "この店舗には経理担当が設定されていません。",
  "This month was mailed {most} times; more looks like spam.":
    "この月は{most}回送信されました。これ以上は迷惑メールと見なされます。",
  "This month was mailed less than a minute ago. Wait a minute.":
    "この月は1分以内に送信されたばかりです。1分お待ちください。",
  "The message about this month waits for the mail server, and goes out by itself.":
    "この月のメールはメールサーバーを待っていて、自動的に送信されます。",
  "There is no such message about this invoice.": "この請求書にそのようなメールはありません。",
  "The address was taken back or deleted.": "アドレスは取り消されたか削除されました。",
  "Only the customer's address gets it, and none was given.":
    "お客様のアドレスにのみ送られますが、指定されていません。",
  "What it says is not true any more.": "メールの内容がもう正しくありません。",
  'Expected an e-mail address; got "{text}".': "メールアドレスを入力してください（入力:「{text}」）。",
  "The mail server did not take the message: {reason}. Try again.":
    "メールサーバーがメールを受け付けませんでした: {reason}。もう一度お試しください。",
  "Amount and currency stay as they are once the payment request has an invoice. Make another one.":
    "支払いリクエストに請求書ができると、金額と通貨は変更できません。別のものを作成してください。",
  "What left the wallet of the shop cannot be read now: chain {chain} does not answer. Try again in a minute.":
    "店舗のウォレットから出た資金を今は読み取れません。チェーン{chain}が応答しません。1分後にもう一度お試しください。",
  "The payout is less than {least} {coin}.": "払い出しが{least} {coin}未満です。",
  "It was tried before to pay this, and the intent service did not say what became of request {request}. Try again in a minute.":
    "以前に支払いが試みられましたが、リクエスト{request}の結果を決済サービスが返しませんでした。1分後にもう一度お試しください。",
  'It was tried before to pay this, and the intent service has got money for it: request {request} is "{word}". Paid again, the buyer might get it twice. Wait until that money has arrived or come back; then mark the payout, or pay it by hand.':
    "以前に支払いが試みられ、決済サービスがその資金を受け取っています。リクエスト{request}は「{word}」です。もう一度支払うと、購入者が二重に受け取る可能性があります。資金が届くか戻るまで待ち、その後で払い出しをマークするか、手動で支払ってください。",
  "A payout cannot be marked {state}.": "払い出しを{state}にマークすることはできません。",
  "The wallet has sent {hashes}: paying again would pay twice if that is mined yet. Look into the wallet. Only when it was replaced, has failed or was sent back, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "ウォレットは{hashes}を送信済みです。これがまだブロックに入ると、再度の支払いは二重払いになります。ウォレットを確認してください。置き換えられた・失敗した・返送された場合にのみ、そのことを指定してください（crosstill.nothingUnderWay、または払い出しページのチェックボックス）。",
  "A wallet was asked to send a transaction for this payout, and may have sent it: paying again could pay twice. Look into the wallet. Only when it has sent nothing, say so (crosstill.nothingUnderWay, or the box on the payout's page).":
    "ウォレットはこの払い出しのためのトランザクションの送信を求められ、すでに送信した可能性があります。再度の支払いは二重払いになるおそれがあります。ウォレットを確認してください。何も送信していない場合にのみ、そのことを指定してください（crosstill.nothingUnderWay、または払い出しページのチェックボックス）。",
  "The intent service did not say how far request {request} is: it may have paid this payout. Try again in a minute; if the money has arrived, mark the payout Completed.":
    "リクエスト{request}の進み具合を決済サービスが返しませんでした。この払い出しはすでに支払われている可能性があります。1分後にもう一度試し、資金が届いていれば払い出しを完了にしてください。",
  "Transaction {hash} has paid nothing to {destination}. If it is the right one and was just sent, try again in a minute; else name another.":
    "取引 {hash} は {destination} に何も支払っていません。正しい取引で、送信した直後であれば、1 分後にもう一度お試しください。そうでなければ別の取引を指定してください。",
  "Expected a transaction that pays at least {least}; {hash} pays {amount}. Without a transaction the payout is taken as paid by your word.":
    "{least}以上を支払うトランザクションが必要です。{hash}の支払いは{amount}です。トランザクションを指定しない場合、払い出しはあなたの申告により支払い済みとなります。",
  "The transaction {hash} has paid another payout. Name the one that paid this.":
    "トランザクション{hash}は別の払い出しの支払いです。この払い出しを支払ったものを指定してください。",
  "The transaction {hash} was recorded for another payout. Name the one that paid this. Only when it truly paid both, say so (crosstill.paysSeveral, or the box on the payout's page).":
    "トランザクション{hash}は別の払い出しに記録されています。この払い出しを支払ったものを指定してください。本当に両方を支払った場合にのみ、そのことを指定してください（crosstill.paysSeveral、または払い出しページのチェックボックス）。",
  "A second person who may approve payouts must confirm this change, not the one who asked for it.":
    "この変更は、依頼した本人ではなく、払い出しを承認できる別の人が確認する必要があります。",
  "This payout is in {coin} on {chain}, in which the shop is paid: send it from your wallet, and mark the payout with the transaction.":
    "この払い出しは店舗の受取通貨である{chain}の{coin}です。ご自身のウォレットから送金し、そのトランザクションで払い出しをマークしてください。",
  "Expected a payout that is AwaitingPayment; this one is AwaitingApproval. Approve it first.":
    "AwaitingPaymentの払い出しが必要ですが、この払い出しはAwaitingApprovalです。先に承認してください。",
  "Expected a payout that is AwaitingPayment; this one is {state}.":
    "AwaitingPaymentの払い出しが必要ですが、この払い出しは{state}です。",
  "Expected an invoice that is final; this one is {state} ({additional}).":
    "確定した請求書が必要ですが、この請求書は{state}（{additional}）です。",
  "Nothing that counts for this invoice has reached the shop, so there is nothing to refund.":
    "この請求書として数えられる入金が店舗に届いていないため、返金するものがありません。",
  "The invoice is not overpaid.": "この請求書は過払いではありません。",
  "The invoice was paid in several coins ({coins}). Name the coin to refund, or refund an amount of money (Fiat, CurrentRate or Custom).":
    "この請求書は複数のコイン（{coins}）で支払われました。返金するコインを指定するか、金額で返金してください（Fiat、CurrentRate、Custom）。",
  "Nothing is left of that amount.": "その金額の残りはありません。",
  "Expected at most {most}, which is what was received and not refunded yet; this would be {amount}.":
    "上限は{most}です（受け取り済みで未返金の金額）。この返金は{amount}になります。",
  "The invoice's refunds are more than what the shop has of it now. Close or cancel one of them first.":
    "請求書の返金が、店舗が現在その請求書で持つ金額を超えています。先にいずれかを閉じるか取り消してください。",
  "{method} makes sense from {amount} on: below that, more than 5 % would go in fees.":
    "{method}は{amount}以上が適しています。それ未満では5 %を超える金額が手数料になります。",
  "No rate from {base} to {quote}: state the price in {quote}, or add a source to RATES_URLS.":
    "{base}から{quote}へのレートがありません。価格を{quote}で指定するか、RATES_URLSにソースを追加してください。",
  "The payment network (chain {chain}) cannot be seen now, so a payment on it could not be noticed. Try again in a minute, or choose another way to pay.":
    "支払いネットワーク（チェーン{chain}）を今は確認できず、支払いを検知できません。1分後にもう一度試すか、別の支払い方法を選んでください。",
  "The transaction {hash} cannot be looked up now: chain {chain} does not answer. Try again in a minute.":
    "トランザクション{hash}を今は確認できません。チェーン{chain}が応答しません。1分後にもう一度お試しください。",
  "Another store of this gateway signs as {domain}. Take it from that store first.":
    "このゲートウェイの別の店舗が{domain}として署名しています。先にその店舗から外してください。",
  "The answer is not JSON.": "応答がJSONではありません。",
  "Expected a JSON file at {address}. {why} Put it there (without a redirect), and try again.":
    "{address}にJSONファイルが必要です。{why} リダイレクトなしでそこに置き、もう一度お試しください。",
  "Expected {where} to have this gateway's key, {key}, as signing.publicKey.":
    "{where}のsigning.publicKeyに、このゲートウェイの鍵{key}が必要です。",
  'Expected {where} to name this store, {store}, in the list "stores".':
    "{where}の「stores」のリストに、この店舗{store}が必要です。",
  'Expected a domain such as shop.example; got "{typed}".':
    "shop.exampleのようなドメインを入力してください（入力:「{typed}」）。",
  "The store is paid in another coin or at another address by now. Look at the present settlement, and fill in the form again.":
    "店舗の受取通貨またはアドレスがすでに変わっています。現在の受け取り設定を確認し、フォームをもう一度入力してください。",
  "The service cannot settle {coin}. It lists:\n  {known}":
    "サービスは{coin}で精算できません。利用できるもの:\n  {known}",
  "it is a burn address, from which nothing comes back": "バーンアドレスのため、送ると戻りません",
  "it is the zero address, from which nothing comes back": "ゼロアドレスのため、送ると戻りません",
  "its checksum is wrong, so a character may be too: paste it again":
    "チェックサムが正しくないため、文字も間違っている可能性があります。もう一度貼り付けてください",
  "an EVM address is 0x and 40 hexadecimal digits": "EVMアドレスは0xと16進数40桁です",
  'Expected the merchant\'s own EVM address as recipient; "{recipient}": {why}.':
    "受取人には店舗自身のEVMアドレスが必要です。「{recipient}」: {why}。",
  "The recipient {recipient} is the {coin} contract itself: money sent there is lost. Give the merchant's own address.":
    "受取人{recipient}は{coin}のコントラクトそのものです。送った資金は失われます。店舗自身のアドレスを入力してください。",
  "The recipient {recipient} is the intent service's own address. Give the merchant's own.":
    "受取人{recipient}は決済サービス自身のアドレスです。店舗自身のものを入力してください。",
  "for how many days": "日数",
  "none, or how many minutes before the price promise ends": "none、または価格保証の終了の何分前か",
  '{what}, from 1 to {most}; got "{text}".': "{what}（1〜{most}）。入力:「{text}」。",
  'Expected at most {most} stores. "crosstill stores create" on the server makes more.':
    "店舗は{most}件までです。サーバー上の「crosstill stores create」ではさらに作成できます。",
  "an invoice is open or being paid": "有効または支払い中の請求書があります",
  "a payout is not paid yet": "未払いの払い出しがあります",
  "a pull payment can still be claimed": "まだ請求できるプルペイメントがあります",
  "{before}, and {next}": "{before}、また{next}",
  "Expected a store in which no money moves: {why}. Wait until it is done, or close it first.":
    "資金の動きがない店舗である必要があります: {why}。完了を待つか、先に閉じてください。",
  "Expected {expected}": "必要な値: {expected}",
  'a percentage such as 1.5, from 0 to 100; got "{text}".':
    "1.5のようなパーセント（0〜100）。入力:「{text}」。",
  '{words} or {last}; got "{text}".': "{words}または{last}。入力:「{text}」。",
  'an amount of {coin} such as 0.50; got "{text}".': "0.50のような{coin}の金額。入力:「{text}」。",
  '<from amount>=<number from 1 to {most}>, e.g. "1000=2,10000=6", or the number alone; got "{text}".':
    "<下限の金額>=<1〜{most}の数>（例:「1000=2,10000=6」）、または数だけ。入力:「{text}」。",
  "a name of 1 to {most} characters, without control and format characters.":
    "制御文字や書式文字を含まない1〜{most}文字の名前。",
  'an address that starts with https:// or mailto:; got "{text}".':
    "https://またはmailto:で始まるアドレス。入力:「{text}」。",
  "a colour such as '#0F3B21' (in quotes), or none; got \"{text}\".":
    "'#0F3B21'のような色（引用符付き）、またはnone。入力:「{text}」。",
  'at most {most} currencies such as EUR,CHF, or none; got "{text}". There are {known}.':
    "EUR,CHFのような{most}個までの通貨、またはnone。入力:「{text}」。使えるもの: {known}。",
  'UTC or a time zone such as Europe/Berlin; got "{text}".':
    "UTC、またはEurope/Berlinのようなタイムゾーン。入力:「{text}」。",
  'one e-mail address, or none; got "{text}".': "メールアドレス1件、またはnone。入力:「{text}」。",
  'one of {known}; got "{text}".': "{known}のいずれか。入力:「{text}」。",
  'a payment method such as BTC-CHAIN, or none; got "{text}".':
    "BTC-CHAINのような支払い方法、またはnone。入力:「{text}」。",
  'payment methods such as ETH-BASE,USDT-BASE, or none; got "{text}".':
    "ETH-BASE,USDT-BASEのような支払い方法、またはnone。入力:「{text}」。",
  'how long a price is held, from 1 to {most}; got "{text}".':
    "価格を保持する時間（1〜{most}）。入力:「{text}」。",
  '<chainId>:<address on that chain>, e.g. {example}; got "{text}".':
    "<chainId>:<そのチェーンのアドレス>（例: {example}）。入力:「{text}」。",
  "What delivery {delivery} said is not kept any more: it is older than 60 days. Read the invoice instead.":
    "配信{delivery}の内容は60日を過ぎたため保存されていません。代わりに請求書を確認してください。",
  'Webhook {webhook} is switched off: switch it on (PUT with "enabled": true) before anything is sent to it.':
    'Webhook {webhook} は無効です。何かを送る前に有効にしてください（PUTで"enabled": true）。',
  '"{text}" can be read in two ways. Write 1234 or 1234.50: no sign between the thousands.':
    "「{text}」は2通りに読めます。1234または1234.50のように、桁区切りなしで入力してください。",
  'Expected a positive decimal number such as "25.00", got "{text}".':
    "「25.00」のような正の小数を入力してください（入力:「{text}」）。",
  'Expected a decimal number such as "25.00", got "{text}".':
    "「25.00」のような小数を入力してください（入力:「{text}」）。",
  'Expected at most {decimals} decimals, got "{text}".':
    "小数は{decimals}桁以内にしてください（入力:「{text}」）。",
  'Expected an amount of at most 78 digits in smallest units, got "{text}".':
    "最小単位で78桁以内の金額を入力してください（入力:「{text}」）。",
  "Money at an address of this store that belongs to no invoice. Assign it to the invoice that the customer meant, or refund it. For transfers of your own choose Not a payment.":
    "この店舗のアドレスに届いた、どの請求書にも属さない資金です。お客様が意図した請求書に割り当てるか、返金してください。自分の送金には「支払いではない」を選びます。",
  "To the shop's own address, from": "店舗自身のアドレス宛て。送信元:",
  "Invoice or order": "請求書または注文",
  "Refund to this address": "このアドレスに返金",
  "Ask the sender for an address. An exchange does not credit what comes back to the address that it has sent from.":
    "送信者にアドレスを尋ねてください。取引所は、送信元アドレスに戻ってきたものを入金しません。",
  "Do not list transfers of this sender from now on": "今後この送信元の送金を一覧に出さない",
  "Not a payment": "支払いではない",
  "Senders that are not listed": "一覧に出さない送信元",
  "Unattributed funds refunded": "帰属先不明の資金を返金",
  "Unattributed funds marked as not a payment": "帰属先不明の資金を支払いではないと記録",
  "Ignored sender removed": "除外した送信元を削除",
  "This store has no such unattributed funds any more.": "この店舗にその帰属先不明の資金はもうありません。",
  "The money of {outpoint} was decided upon where the intent service sent it.":
    "{outpoint} の資金は、決済サービスの送金先で既に決定されています。",
  "The intent service converts what comes to a deposit address and sends it to the settlement address. Assign the money to an invoice and refund that invoice.":
    "決済サービスは入金アドレスに届いた資金を変換し、受取アドレスへ送ります。資金を請求書に割り当て、その請求書を返金してください。",
  "This money was assigned, refunded or dismissed already.": "この資金については既に誰かが決定しています。",
  "The money is in another coin than the one that the invoice is settled in, and is not converted. Mark the invoice as settled, or refund the money.":
    "この資金は請求書の決済コインとは別のコインで、変換されません。請求書を決済済みにするか、資金を返金してください。",
  'The intent service has no such coin. Send it back from your wallet, then choose "Not a payment".':
    "決済サービスにこのコインはありません。ウォレットから送り返し、「支払いではない」を選んでください。",
  "There is no invoice or order {invoice} in this store.":
    "この店舗に請求書または注文 {invoice} はありません。",
  "Refunded before": "これまでの返金",
  "What was paid too much is refunded already.": "過払い分は既に返金されています。",
  "The sale counted as paid, and then the payment went back or disappeared. If you have handed over the goods, ask the customer to pay again.":
    "この販売は支払い済みとされましたが、その後支払いが戻されたか消えました。商品を渡した場合は、お客様に再度の支払いを依頼してください。",
  "no longer paid": "未払いに戻った",
  "The payment of order {order} needs a decision: {kind}.": "注文 {order} の支払いに判断が必要です: {kind}。",
  "Paid too much, for your information": "過払い(お知らせ)",
  "By the store's payment rules an excess stays with you and needs no decision. You can refund it.":
    "店舗の支払い規則により、過払い分はお手元に残り、判断は不要です。返金することもできます。",
  "What counts as paid": "支払い済みとみなす条件",
  "Late payments are looked for, in minutes": "遅れた支払いを確認する時間（分）",
  "chain {chain}: {address}": "チェーン {chain}：{address}",
  "{name} asks to change the refund addresses of {store}":
    "{name} さんが {store} の返金先アドレスの変更を求めています",
  "The refund addresses of {store} were changed": "{store} の返金先アドレスが変更されました",
  "Money that cannot be converted is sent back there from now on. If it was not meant, change it back at once.":
    "今後、変換できない資金はそこへ送られます。意図しない変更であれば、すぐに元へ戻してください。",
  "It holds from now on. If it was not meant, change it back at once.":
    "今から有効です。意図しない変更であれば、すぐに元へ戻してください。",
  "{name} has changed what {store} accepts as paid": "{name} さんが {store} の支払い済みの条件を変更しました",
  "An API key has made a copy of {store}": "API キーで {store} の複製が作成されました",
  "The new store is paid at the same address. If it was not meant, revoke the key and archive the store.":
    "新しいストアは同じアドレスで支払いを受け取ります。意図しないものであれば、キーを取り消してストアをアーカイブしてください。",
  "This takes two people who may approve payouts in this store, and there is one. Invite an owner or a manager first.":
    "このストアで支払いを承認できる人が二人必要ですが、一人しかいません。先にオーナーかマネージャーを招待してください。",
  "This change was withdrawn, replaced or confirmed before. Look at the page again.":
    "この変更はすでに取り下げ、差し替え、または確認されています。ページをもう一度ご覧ください。",
  "Who can be the second person now: {names}.": "今、二人目になれる人：{names}。",
  "No second person is available now.": "今、二人目になれる人はいません。",
  "{name} can from {time}.": "{name} さんは {time} からなれます。",
  "An account that another one has invited, reset, enabled or given a role is no second person beside it for 24 hours, also through further accounts.":
    "別のアカウントに招待、リセット、有効化された、または役割を与えられたアカウントは、24 時間はその相手に対する二人目になりません。ほかのアカウントを通じた場合も同じです。",
  "Refund addresses of a store changed": "ストアの返金先アドレスを変更",
  "Change of the refund addresses asked for": "返金先アドレスの変更を申請",
  "Change of the refund addresses withdrawn": "返金先アドレスの変更を取り下げ",
  "Change of the limit for payouts withdrawn": "支払いの上限の変更を取り下げ",
  "Where the service sends money of {store} that it cannot convert. Payouts of this store take two people, and so does a change of these addresses.":
    "サービスが変換できない {store} の資金の送り先です。このストアの支払いには二人が必要で、これらのアドレスの変更にも二人が必要です。",
  "Confirm the new addresses": "新しいアドレスを確認する",
  "There is no exchange rate to compare it with the store’s limit. Two people must approve it.":
    "ストアの上限と比べるための為替レートがありません。二人の承認が必要です。",
  "This payout of {own} is within the store’s limit of {limit}, but not together with {others} that one person or API keys have approved within 24 hours. Two people must approve it.":
    "この {own} の支払いはストアの上限 {limit} 以内ですが、24 時間以内に一人または API キーが承認した {others} と合わせると上限を超えます。二人の承認が必要です。",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others.":
    "{name} さんがこのアカウントを開きました。{time} まで、資金を動かす承認も、アクセス権の付与もできません。",
  "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others. Sign in with the second factor that you had before to end this at once.":
    "{name} さんがこのアカウントを開きました。{time} まで、資金を動かす承認も、アクセス権の付与もできません。以前からの二つ目の要素でサインインすると、すぐに解除されます。",
  "Within a day one of your accounts was invited, given a role, reset or enabled by the other, by a command, or through further accounts. You count as two people from {time}. Wait, or let another person approve.":
    "この 1 日の間に、お二人のどちらかのアカウントが、もう一方、コマンド、またはほかのアカウントを通じて、招待、リセット、有効化されたか、役割を与えられました。{time} から二人と数えられます。お待ちいただくか、別の人に承認してもらってください。",
  "What one person and API keys approve alone within 24 hours is added up, so a small payout can be above the limit too. Changes of the settlement and of refund addresses then take two people as well.":
    "一人と API キーが 24 時間以内に単独で承認した額は合計されるため、少額の支払いでも上限を超えることがあります。その場合、決済先と返金先アドレスの変更にも二人が必要になります。",
  "Payouts of this store take two people. So does a change of the settlement or of a refund address.":
    "このストアの支払いには二人が必要です。決済先や返金先アドレスの変更にも二人が必要です。",
  "A change of the refund addresses waits for a second person.":
    "返金先アドレスの変更が二人目の確認を待っています。",
  "The payout is valued. The books have a corrected line.":
    "払い出しを評価しました。帳簿に訂正の行があります。",
  "This payout is valued already.": "この払い出しはすでに評価されています。",
  "Payout valued by hand": "払い出しを手動で評価",
  "These payments and payouts have no value in {currency}, so they are in no sum of {store}, and files for other programs leave them out. Enter the rates of the day of each.":
    "これらの支払いと払い出しには{currency}での価値がありません。そのため{store}の合計に含まれず、他のプログラム用のファイルからも除かれます。それぞれの日のレートを入力してください。",
  "Every payment and payout is valued.": "すべての支払いと払い出しが評価されています。",
  "Payments and payouts without a value appear here.": "価値のない支払いと払い出しはここに表示されます。",
  "requested <span>{time}</span>": "依頼 <span>{time}</span>",
  "Value the payout": "払い出しを評価する",
  "Payout {id}": "払い出し {id}",
  "{count} bookings are left out: they have no value in {currency}.": {
    other: "{count}件の記録は{currency}での価値がないため除かれています。",
  },
  "{count} bookings are left out: their amounts are unknown.": {
    other: "{count}件の記録は金額が不明なため除かれています。",
  },
  "The cost of {count} conversions is unknown": { other: "{count}件の変換の費用は不明です" },
  "The refund addresses below are those of {store}.": "下の返金先アドレスは{store}のものです。",
  Refunded: "返金済み",
  "partly refunded": "一部返金済み",
  "Tip in the price": "価格に含まれるチップ",
  "Files for other programs leave out payments and payouts without a value in {currency}.":
    "他のプログラム用のファイルは、{currency}での価値がない支払いと払い出しを除きます。",
  "At most {amount} can be refunded: what has arrived, less earlier refunds.":
    "返金できるのは最大{amount}です。着金した額から以前の返金を引いた額です。",
  "The intent service needs attention": "決済サービスに対応が必要です",
  "The intent service does not accept the API key: coins that it converts cannot be offered. Check INTENTS_API_KEY.":
    "決済サービスがAPIキーを受け付けません。変換が必要なコインは提示できません。INTENTS_API_KEYを確認してください。",
  "The intent service takes no calls without an API key: coins that it converts cannot be offered. Set INTENTS_API_KEY.":
    "決済サービスはAPIキーなしの呼び出しを受け付けません。変換が必要なコインは提示できません。INTENTS_API_KEYを設定してください。",
  "The intent service has announced the end of {path} for {day}. The page of the server says what to do.":
    "決済サービスが{path}の{day}での終了を発表しました。対応方法はサーバーのページにあります。",
  "does not accept the API key: check INTENTS_API_KEY": "APIキーを受け付けません：INTENTS_API_KEYを確認",
  "takes no calls without an API key: set INTENTS_API_KEY":
    "APIキーなしの呼び出しを受け付けません：INTENTS_API_KEYを設定",
  "Nothing: the gateway does not use it any more.": "対応は不要です。ゲートウェイはもう使っていません。",
  "has ended": "終了しました",
  "has ended; announced for {time}": "終了しました（予告は{time}）",
  "deprecated, without a date of its end": "非推奨（終了日は未定）",
  "ends on {time}": "{time}に終了",
  "was to end on {time}, and has answered since then":
    "{time}に終了する予定でしたが、その後も応答がありました",
  "was to end on {time}, and has not been asked since then":
    "{time}に終了する予定でした。その後は問い合わせていません",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below.":
    "このバージョンが終了すると、ゲートウェイは自動的にもう一方に切り替わります。下で両方を比較してください。",
  "{setting} keeps the gateway at this version: set it to auto, and start the server again.":
    "{setting}によりゲートウェイはこのバージョンに固定されています。autoに設定し、サーバーを再起動してください。",
  "The gateway changes to the next version by itself.":
    "ゲートウェイは自動的に次のバージョンに切り替わります。",
  "Set INTENTS_API_KEY: the next version of this list needs a key. Without a list the gateway asks for the status of each request.":
    "INTENTS_API_KEYを設定してください。この一覧の次のバージョンにはキーが必要です。一覧がない間は、リクエストごとに状態を問い合わせます。",
  "Install a version of Crosstill that does not use this path.":
    "このパスを使わないバージョンのCrosstillをインストールしてください。",
  "The gateway changes to the other version by itself when this one has ended. Compare both versions below before that day.":
    "このバージョンが終了すると、ゲートウェイは自動的にもう一方に切り替わります。その日までに下で両方を比較してください。",
  "Prices are asked by version 3 of its quotes.": "価格は見積もりのバージョン3で問い合わせます。",
  "Prices are asked by version 2 of its quotes.": "価格は見積もりのバージョン2で問い合わせます。",
  "Announced ends": "終了の予告",
  Path: "パス",
  "What to do": "対応",
  "replaced by {path}": "後継：{path}",
  "The service's guide: {guide}": "サービスの案内：{guide}",
  "Compare versions 2 and 3": "バージョン2と3を比較",
  "Asks one quote by both versions, for the first store. It is no offer, and nothing is stored.":
    "最初のストアについて、1件の見積もりを両方のバージョンで問い合わせます。提示ではなく、何も保存されません。",
  "Amount in the settlement coin": "受取通貨での金額",
  "Ask for deposit addresses as well (the service makes two, which are not used)":
    "入金アドレスも問い合わせる（サービスが2件作成しますが、使われません）",
  "Compare both versions": "両方のバージョンを比較",
  "Both versions": "両方のバージョン",
  "Version 2": "バージョン2",
  "Version 3": "バージョン3",
  "Enter an amount above zero, such as 25.": "0より大きい金額を入力してください（例：25）。",
  "The intent service does not accept the API key. The operator checks INTENTS_API_KEY.":
    "決済サービスがAPIキーを受け付けません。運用者がINTENTS_API_KEYを確認してください。",
  "The intent service takes no calls without an API key. The operator sets INTENTS_API_KEY.":
    "決済サービスはAPIキーなしの呼び出しを受け付けません。運用者がINTENTS_API_KEYを設定してください。",
  "The money that this payout refunds is no longer on its chain. Wait until a block has it again, or cancel the payout.":
    "この支払いで返金する資金はチェーン上にありません。再びブロックに含まれるまで待つか、支払いを取り消してください。",
  "Another store on this server is or was paid at the new address too.":
    "このサーバーの別のストアも新しいアドレスで支払いを受けているか、以前受けていました。",
  "Another store on this server is or was paid at this address too.":
    "このサーバーの別のストアもこのアドレスで支払いを受けているか、以前受けていました。",
  "Money that reaches it and belongs to no invoice is listed in this store.":
    "このアドレスに届き、どの請求書にも属さない資金はこのストアに表示されます。",
  "Money that reaches it and belongs to no invoice is listed in the other store.":
    "このアドレスに届き、どの請求書にも属さない資金は別のストアに表示されます。",
  "Payment link {title}": "支払いリンク {title}",
  "Paid too much": "過払い",
  "More invoices were paid than this link asks for. Refund the excess on the page of an invoice.":
    "このリンクの金額を超える請求書が支払われました。超過分は請求書のページで返金してください。",
  "The sender is the intent service, which payments come from. Take off this transfer alone, without its sender.":
    "送信者は支払い元となる決済サービスです。送信者は除外せず、この送金だけを一覧から外してください。",
  "This money came to a deposit address. Only senders to the store's own address can be ignored: dismiss it without ignoring its sender.":
    "この資金は入金アドレスに届いたものです。無視できるのはショップ自身のアドレスへの送信者だけです。送信者を無視せずに一覧から外してください。",
  "This money has a refund to another address, {address}. Cancel payout {payout} first, or leave that address.":
    "この資金にはすでに別のアドレス {address} への返金があります。先に支払い {payout} を取り消すか、そのアドレスのままにしてください。",
  "have a payment": "支払いがあるもの",
};
