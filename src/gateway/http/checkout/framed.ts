import { inFrame, type Frame } from "../frame.ts";
import type { CheckoutView } from "./view.ts";

/**
 * The view in a frame of a shop's page: its own addresses stay in the frame, and the form for the refund
 * address and the browser wallet are only on the unframed page, because a framing page can trick its reader
 * (clickjacking).
 */
export function framed(view: CheckoutView, frame: Frame | undefined): CheckoutView {
  if (!frame) return view;
  return {
    ...view,
    frame,
    method: view.method && {
      ...view.method,
      evm: view.method.evm && {
        ...view.method.evm,
        confirmUrl: inFrame(view.method.evm.confirmUrl, frame),
        walletUrl: undefined,
      },
    },
    methods: view.methods.map((choice) => ({ ...choice, chooseUrl: inFrame(choice.chooseUrl, frame) })),
    methodsUrl: inFrame(view.methodsUrl, frame),
    statusUrl: inFrame(view.statusUrl, frame),
    refundForm: undefined,
    refundPageUrl: view.refundForm?.stillUrl,
    mailForm: undefined,
    mailPage: view.mailForm && { url: view.mailForm.stillUrl, title: view.mailForm.title },
    pageUrl: `/i/${view.invoiceId}`,
  };
}
