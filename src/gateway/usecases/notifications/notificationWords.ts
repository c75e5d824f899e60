import type { NotificationKind } from "../../domain/access/notification.ts";
import type { Translate } from "../../../languages/merchantWords.ts";

/** What a kind of notifications is about, in words for users. */
export function wordsOfKind(tr: Translate, kind: NotificationKind): string {
  const words: Readonly<Record<NotificationKind, string>> = {
    payment_received: tr("You were paid"),
    payments_daily: tr("What a day has brought"),
    exception: tr("A payment needs a decision"),
    unattributed: tr("Unattributed funds"),
    invoice_lost: tr("An invoice was lost"),
    mail_failed: tr("An e-mail did not arrive"),
    webhook_disabled: tr("A webhook was disabled"),
    refund_uncovered: tr("A refund is not covered"),
    payout_waiting: tr("A payout waits for an approval"),
    payout_unpaid: tr("A payout is to be paid"),
    settings_changed: tr("Another person changed settings"),
    settlement_changed: tr("Another person changed where the store is paid"),
    account_opened: tr("Another administrator made a way into an account"),
    audit_violation: tr("The audit found a violation"),
    intent_service: tr("The intent service needs attention"),
  };
  return words[kind];
}
