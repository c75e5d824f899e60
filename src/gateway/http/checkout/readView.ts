import type { Request } from "express";
import { routeMemories, unavailableMethods } from "../../usecases/pricing/methodAvailability.ts";
import { allowedMethods, methodsOfInvoice } from "../../usecases/pricing/methods.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { currentOffer, type Invoice } from "../../domain/invoices/invoice.ts";
import type { Language } from "../../../languages/languages.ts";
import { inLanguage, withOwnAddresses } from "../language.ts";
import { chainDoubt } from "../../usecases/tracking/chainDoubt.ts";
import type { ViewerHub } from "../viewers.ts";
import { checkoutView } from "./buildView.ts";
import { agreedOn } from "./evmView.ts";
import { languageFor } from "./languageFor.ts";
import type { LastKnown } from "./lastKnown.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { mailForm } from "./mailForm.ts";
import type { CheckoutView } from "./view.ts";
import { KEY_REFUSED, type Explorers, type ViewContext } from "./viewContext.ts";

export type CheckoutOptions = Readonly<{
  publicUrl: string;
  explorers: Explorers;
  viewers: ViewerHub;
  lastKnown: LastKnown;
  viewsPerMinute: number; // of one address
}>;

/** The view for a reader: in their language, on the network that they have agreed to, with addresses that keep both. */
export async function viewOf(
  gateway: Gateway,
  options: CheckoutOptions,
  invoiceId: string,
  request: Request,
): Promise<CheckoutView> {
  const known = await options.lastKnown.load(invoiceId);
  const { language, asked } = languageFor(request, known);
  const shown = { ...known, language };
  const view = agreedOn(await plainView(gateway, options, shown), request.query["on"]);
  return asked ? withOwnAddresses(view, (url) => inLanguage(url, asked)) : view;
}

type Shown = Awaited<ReturnType<LastKnown["load"]>> & Readonly<{ language: Language }>;

async function plainView(gateway: Gateway, options: CheckoutOptions, shown: Shown): Promise<CheckoutView> {
  const { invoice, store, refunds, refunded, language, isCurrent } = shown;
  const { settings } = gateway;
  const methods = isCurrent ? await methodsFor(gateway, invoice, store) : []; // a choice could not be kept
  const memories = await routeMemories(gateway, store, invoice, methods);
  const context: ViewContext = {
    store,
    language,
    methods,
    memories,
    refunds,
    refunded,
    unavailable: unavailableMethods(gateway, invoice, methods, memories),
    refusals: refusalsNow(gateway, invoice, methods),
    settling: gateway.seenSettlements.get(invoice.id) ?? gateway.heard.settling.get(invoice.id),
    now: gateway.clock(),
    publicUrl: options.publicUrl,
    sandbox: settings.sandbox,
    testNetwork: settings.bitcoinNetwork !== "mainnet",
    bitcoinConfirmations: invoice.terms.policy.confirmations,
    offerMaxAgeMs: settings.offerMaxAgeMs,
    chainUncertain: chainDoubt(gateway) !== undefined,
    explorers: options.explorers,
    signer: gateway.signer,
  };
  const view = checkoutView(invoice, context);
  if (!isCurrent) return { ...view, outdated: true, notice: wordsOf(language)("notice.outdated") };
  return { ...view, mailForm: await mailForm(gateway, invoice, store, language) };
}

/**
 * Returns why methods cannot be priced. While the service refuses the key, this is the reason for each method without a price
 * that the service converts. When the service accepts the key again, no method has this reason.
 */
function refusalsNow(
  { refusals, service }: Pick<Gateway, "refusals" | "service">,
  invoice: Invoice,
  methods: ViewContext["methods"],
): ViewContext["refusals"] {
  const noted = [...refusals.of(invoice.id)].filter(([, { code }]) => code !== KEY_REFUSED);
  if (!service.standing().refusesQuotes) return new Map(noted);
  const refused = methods.filter(({ id, direct }) => !direct && currentOffer(invoice, id) === undefined);
  const refusal = {
    code: KEY_REFUSED,
    message: "The intent service refuses the API key.",
    data: {},
  } as const;
  return new Map([...noted, ...refused.map(({ id }) => [id, refusal] as const)]);
}

/** A page with a committed price must show it even while the service cannot be asked for its methods. */
async function methodsFor(
  gateway: Pick<Gateway, "log" | "service" | "settings">,
  invoice: Invoice,
  store: ViewContext["store"],
): Promise<ViewContext["methods"]> {
  try {
    const methods = await methodsOfInvoice(gateway, store, invoice.terms);
    return allowedMethods(methods, invoice.terms);
  } catch (error) {
    gateway.log.warn("checkout.methods_unknown", { invoice: invoice.id, error });
    return [];
  }
}
