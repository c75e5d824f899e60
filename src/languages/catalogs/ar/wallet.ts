import type { Texts } from "../../entry.ts";
import type { wallet as english } from "../en/wallet.ts";

export const wallet = {
  "wallet.here": "المحفظة في هذا المتصفح",
  "wallet.refund": "إرسال أي مبلغ مسترد إلى هذه المحفظة إن لزم",
  "wallet.steps": "ما تقوم به المحفظة",
  "wallet.payWith": "الدفع بواسطة {wallet}",
  "wallet.payWithAny": "الدفع بالمحفظة الموجودة في هذا المتصفح",
  "wallet.connect": "ربط المحفظة",
  "wallet.check": "التحقق من الدفعة",
  "wallet.pays": "تدفع {amount} بالإضافة إلى رسوم الشبكة.",
  "wallet.move": "نقل المحفظة إلى {network}",
  "wallet.funds": "التحقق من كفاية الرصيد",
  "wallet.confirm": "تأكيد الدفعة في المحفظة",
  "wallet.wait": "انتظار الكتلة",
  "wallet.noAccount": "لم تقدم المحفظة أي حساب. افتحها وألغِ قفلها واختر الحساب الذي يدفع، ثم حاول مرة أخرى.",
  "wallet.declinedAsk": "رفضت في المحفظة. لم يُرسل شيء، ويمكنك المحاولة مرة أخرى متى شئت.",
  "wallet.pending": "المحفظة تنتظر منك ردًا بالفعل. افتحها وأجب هناك، ثم حاول مرة أخرى. لم يُرسل شيء.",
  "wallet.walletSaid": "أجابت المحفظة: {words}. لم يُرسل شيء، حاول مرة أخرى.",
  "wallet.unknownChain":
    "لا تعرف المحفظة {network} (السلسلة {chain}). أضفها هناك ثم حاول مرة أخرى. لم يُرسل شيء.",
  "wallet.otherChain":
    "المحفظة ليست على {network} (السلسلة {chain}). بدّلها هناك ثم حاول مرة أخرى. لم يُرسل شيء.",
  "wallet.otherAccount": "انتقلت المحفظة إلى حساب آخر. لم يُرسل شيء، حاول مرة أخرى بالحساب الذي سيدفع.",
  "wallet.tooPoor":
    "في هذا الحساب {have}، والمطلوب دفعه {need}. اختر حسابًا آخر أو ادفع بطريقة أخرى. لم يُرسل شيء.",
  "wallet.declined": "رفضت في المحفظة. لم يُرسل شيء.",
  "wallet.unsure":
    "لم تذكر المحفظة ما إذا كانت قد أرسلت الدفعة ({words}). راجع سجلها قبل أن تدفع مرة أخرى: ما أُرسل يظهر هنا.",
  "wallet.failed": "أخفقت المعاملة {hash} في سلسلة الكتل، فلم يُدفع شيء. يمكنك المحاولة مرة أخرى.",
  "wallet.slow": "أُرسلت المعاملة {hash} ولم تدخل أي كتلة بعد. ستظهر هنا، فلا تدفع مرة أخرى.",
  "wallet.wasSent": "أرسلت المحفظة في هذا المتصفح {hash} لهذه الفاتورة. لا تدفع مرة أخرى: ستظهر الدفعة هنا.",
  "wallet.wasAsked":
    "طُلبت هذه الدفعة من المحفظة في هذا المتصفح من قبل. راجع سجلها: إذا كانت قد أُرسلت فلا تدفع مرة أخرى، وستظهر هنا.",
  "wallet.again": "لم تُرسل: أريد الدفع مرة أخرى",
  "wallet.silent": "لم تستجب بوابة المتجر ({words}). لم يُرسل شيء، حاول مرة أخرى.",
  "choice.cheapest": "أقل رسوم",
  "choice.fastest": "الأسرع",
  "choice.sent": "نحو {amount}",
  "choice.fee": "رسوم بنحو {amount}",
  "choice.received": "يتلقى {store} نحو {amount}",
  "choice.seconds": "نحو {seconds} ث",
  "choice.minutes": "نحو {minutes} د",
  "choice.hours": "نحو {hours} س",
  "choice.needs": "تتطلب طريقة {method} ما لا يقل عن {amount}",
  "choice.notOffered": "غير متاح لهذا المبلغ لأن الرسوم ستستهلك جزءًا كبيرًا منه: {methods}.",
} as const satisfies Texts<typeof english>;
