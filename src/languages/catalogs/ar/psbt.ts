import type { Texts } from "../../entry.ts";
import type { psbt as english } from "../en/psbt.ts";

export const psbt = {
  "psbt.title": "الدفع بمعاملة PSBT",
  "psbt.back": "العودة إلى فاتورة {store}",
  "psbt.lead": "لمحافظ الأجهزة والمحافظ غير المتصلة. يجب أن تدفع <strong>{amount}</strong> بالضبط إلى:",
  "psbt.sign": "1. وقّعها",
  "psbt.spends":
    "تُنفق عملات مؤكدة من عناوينك، وتكلف رسوم شبكة قدرها <strong>{fee}</strong>، وتعيد الباقي إلى:",
  "psbt.download": "تنزيل PSBT",
  "psbt.copy": "نسخ كنص",
  "psbt.showText": "عرض كنص",
  "psbt.asText": "نص PSBT",
  "psbt.showQr": "عرض كرمز QR",
  "psbt.qr": "رمز QR يحتوي على PSBT",
  "psbt.tooLong": "هي أطول من أن يتسع لها رمز QR واحد: استخدم الملف أو النص.",
  "psbt.where": "1. اذكر أين توجد عملاتك",
  "psbt.addresses": "حتى {most} عناوين من محفظتك، كل عنوان في سطر؛ ويعود الباقي إلى أولها",
  "psbt.lookup": "تبحث بوابة المتجر عن عملاتها في مستكشف، ولا تدوّن شيئًا من ذلك.",
  "psbt.make": "إنشاء PSBT",
  "psbt.paste": "2. الصقها هنا موقَّعة",
  "psbt.signed": "نص PSBT الموقَّعة",
  "psbt.check": "تُفحص قبل إرسالها: لا يُبث إلا ما يدفع هذه الفاتورة بالضبط.",
  "psbt.send": "فحص وبث",
  "psbt.unchosen": "اختر Bitcoin أولًا في صفحة الفاتورة.",
  "psbt.addressesWanted": "أدخل من عنوان واحد إلى {most} عناوين من محفظتك؛ العدد المُدخل: {given}.",
  "psbt.noAddress": "«{text}» ليس عنوان Bitcoin على هذه الشبكة. أدخل العناوين التي فيها عملاتك.",
  "psbt.hardToSign":
    "يتطلب إنفاق عملات {address} أكثر من توقيع بسيط. ادفع إلى العنوان مباشرة، أو بعملات عنوان آخر.",
  "psbt.dust": "لا يمكن إرسال مبلغ بهذا الصغر على Bitcoin: تمرر الشبكة {least} ساتوشي أو أكثر.",
  "psbt.manyCoins":
    "يتطلب ذلك أكثر من {most} من عملاتك. أدخل عناوين فيها عملات أكبر، أو ادفع إلى العنوان مباشرة.",
  "psbt.poor": "في هذه العناوين {held} مؤكدة. المطلوب {needed} ورسوم الشبكة: ينقص {missing} على الأقل.",
  "psbt.coinsChanged": "تغيّرت عملاتك في هذه اللحظة. حاول مرة أخرى.",
  "psbt.unpriced": "لا تطلب هذه الفاتورة الآن دفعًا بعملة bitcoin. لم يُرسل شيء.",
  "psbt.otherAmount":
    "تدفع معاملة PSBT هذه {paid} إلى {address}، والمطلوب {expected} بالضبط. لم يُرسل شيء: أنشئ PSBT جديدة هنا.",
  "psbt.networkRefuses":
    "ترفض شبكة Bitcoin هذه المعاملة: {words}. هل أُنفقت عملاتها في هذه الأثناء؟ أنشئ PSBT جديدة هنا.",
  "psbt.closed": "هذه الفاتورة مدفوعة أو مغلقة، لذا لم يُرسل شيء. اطلب من المتجر فاتورة جديدة.",
  "psbt.paid": "هذه الفاتورة مدفوعة. لم يُرسل شيء.",
  "psbt.busy": "هناك طلبات كثيرة جدًا على شبكة Bitcoin الآن. لم يُرسل شيء، حاول مرة أخرى بعد دقيقة.",
  "psbt.unseen": "تتعذر رؤية شبكة Bitcoin الآن. حاول مرة أخرى بعد دقيقة؛ معاملة PSBT نفسها لا تدفع مرتين أبدًا.",
  "psbt.unsigned.empty": "الصق معاملة PSBT الموقَّعة: نص يبدأ بـ cHNidP.",
  "psbt.unsigned.finished": "هذه معاملة مكتملة وليست PSBT. يمكن لمحفظتك أن تبثها بنفسها.",
  "psbt.unsigned.foreign": "هذه ليست PSBT. الصق الموقَّعة كما تصدّرها محفظتك: نص يبدأ بـ cHNidP.",
  "psbt.unsigned.input":
    "المدخل {input} من {inputs} غير موقَّع. وقّعه في محفظتك بكل مفتاح تطلبه، ثم صدّرها مرة أخرى.",
  "psbt.unsigned.misfit": "توقيع المدخل {input} غير مطابق. وقّع الملف الذي أُنشئ هنا كما هو.",
  "psbt.unsigned.incomplete": "يتعذر إكمال المدخل {input}: {words}",
  "psbt.unsigned.crowded": "تحتوي على {words} توقيعًا، وهو أكثر مما يُفحص هنا. ابثّها بمحفظتك.",
  "psbt.unsigned.whole": "يتعذر بثها: {words}",
} as const satisfies Texts<typeof english>;
