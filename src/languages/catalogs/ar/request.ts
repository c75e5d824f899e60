import type { Texts } from "../../entry.ts";
import type { request as english } from "../en/request.ts";

export const request = {
  "request.name": "طلب الدفع",
  "request.reference": "المرجع {id}",
  "request.howMuch": "المبلغ المراد دفعه الآن، بعملة {currency}",
  "request.pay": "دفع",
  "request.payAmount": "دفع {amount}",
  "request.until": "يمكن الدفع حتى <time>{time}</time>.",
  "request.paid": "مدفوع",
  "request.onItsWay": "في الطريق",
  "request.doneText": "شكرًا لك. تلقى {store} مبلغ {amount}.",
  "request.moving": "الدفعة في الطريق",
  "request.movingText":
    "دُفع المبلغ كاملًا، ويجري تحويله إلى العملة التي يتقاضى بها المتجر. لم يبقَ ما عليك فعله.",
  "request.expired": "انتهت صلاحية هذا الطلب",
  "request.withdrawn": "سُحب هذا الطلب",
  "request.askNew": "اطلب من {store} طلبًا جديدًا.",
  "request.left": "المتبقي للدفع {amount}",
  "request.ready": "جاهز للدفع",
  "request.next": "تختار العملة في الخطوة التالية، ويُحسب السعر بها عند الدفع.",
  "request.refused": "لا يمكن الدفع بهذا الشكل. تحقق من المبلغ وحاول مرة أخرى، أو استفسر من {store}.",
  "problem.notFound": "غير موجود",
  "problem.notFoundText": "لا يوجد شيء على هذا العنوان. قد يكون الرابط ناقصًا.",
  "problem.noInvoice":
    "لا توجد فاتورة خلف هذا الرابط: قد يكون ناقصًا، أو لم تعد الفاتورة موجودة. هل دفعت بالفعل؟ تواصل إذن مع المتجر مع ذكر معرّف المعاملة والعنوان الذي دفعت إليه. بهما يمكن العثور على دفعتك.",
  "problem.tooMany": "طلبات كثيرة جدًا",
  "problem.tooManyText": "وردت طلبات كثيرة جدًا من عنوانك. انتظر دقيقة.",
  "problem.notNow": "غير متاح الآن",
  "problem.notNowText": "لا يمكن تنفيذ ذلك في الوقت الحالي. لم يتغير شيء، حاول مرة أخرى بعد دقيقة.",
  "problem.wrong": "حدث خطأ ما",
  "problem.wrongText": "حدث خطأ هنا. حاول مرة أخرى، وإذا استمر الأمر فتواصل مع المتجر.",
  "problem.didNotWork": "لم ينجح ذلك",
  "problem.didNotWorkText": "تعذر تنفيذ الطلب. ارجع وتحقق مما أدخلته ثم حاول مرة أخرى.",
  "problem.code": "الرمز",
  "problem.reference": "المرجع",
  "problem.home": "الصفحة الرئيسية",
} as const satisfies Texts<typeof english>;
