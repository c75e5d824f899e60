import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { MINUTE_MS, SECOND_MS } from "../../../../values/time.ts";
import type { Answer } from "../../answers/scalars.ts";
import type { storeAnswer } from "../../answers/store.ts";
import { logoPath } from "../../branding/storeAppearance.ts";

const MINUTE = MINUTE_MS / SECOND_MS;

/** What is shown where no language is chosen: clients want a tag. */
export const NO_LANGUAGE = "en";

/** A store as the merchant API shows it: every key that clients read, with what we do not have as their "off". */
export function presentStore(
  { id, name, settings, logo }: MerchantStore,
  publicUrl: string,
): Answer<typeof storeAnswer> {
  const { defaultCurrency, invoiceMinutes, monitoringMinutes, defaultMethod, policy, profile, mail, books } =
    settings;
  const { oneInvoicePerOrder } = settings.compatibility;
  return {
    id,
    name,
    website: profile.website ?? null,
    supportUrl: profile.supportUrl ?? null,
    defaultCurrency,
    archived: settings.archivedAt !== undefined,
    invoiceExpiration: invoiceMinutes * MINUTE,
    displayExpirationTimer: 5 * MINUTE,
    monitoringExpiration: monitoringMinutes * MINUTE,
    speedPolicy: profile.speedPolicy ?? "MediumSpeed",
    paymentTolerance: (policy.toleranceBps ?? 0) / 100,
    anyoneCanCreateInvoice: false,
    receipt: { enabled: true, showQR: false, showPayments: true },
    redirectAutomatically: profile.redirectAutomatically,
    lazyPaymentMethods: true,
    defaultPaymentMethod: defaultMethod ?? "",
    defaultLang: profile.defaultLang ?? NO_LANGUAGE,
    autoDetectLanguage: profile.defaultLang === undefined,
    networkFeeMode: "Never",
    payJoinEnabled: false,
    lightningAmountInSatoshi: false,
    lightningPrivateRouteHints: false,
    onChainWithLnInvoiceFallback: false,
    showRecommendedFee: false,
    recommendedFeeBlockTarget: 1,
    requiresRefundEmail: false,
    htmlTitle: null,
    logoUrl: logo ? publicUrl + logoPath(logo.hash) : null,
    cssUrl: null,
    brandColor: profile.brandColor ?? null,
    paymentMethodCriteria: [],
    showPayInWalletButton: true,
    showStoreHeader: true,
    celebratePayment: false,
    playSoundOnPayment: false,
    additionalTrackedRates: [],
    paymentSoundUrl: null,
    applyBrandColorToBackend: false,
    refundBOLT11Expiration: 30,
    lightningDescriptionTemplate: null,
    crosstill: {
      settlement: settings.settlement,
      feeBearer: settings.feeBearer,
      strictAddresses: settings.strictAddresses,
      directPayments: settings.directPayments,
      oneInvoicePerOrder,
      mailInvoices: mail.invoices,
      mailReminderMinutes: mail.remindMinutes ?? 0,
      mailAddressDays: mail.keepDays,
      books: {
        trackedCurrencies: [...books.tracked],
        zone: books.zone,
        accountantEmail: books.accountant?.address ?? null,
      },
    },
  };
}
