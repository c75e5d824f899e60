import { z } from "zod";
import { createHttp, parseJson } from "../../http-client/http.ts";
import type { SandboxFile } from "../../gateway/compose/sandboxFile.ts";
import { formatDecimal } from "../../values/amount.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../intents/identifiers.ts";
import { merchantApi, whatIsDue } from "./pay.ts";

const BTC_DECIMALS = 8;
const USDC_DECIMALS = 6;

const amountSchema = z.looseObject({
  amountFormatted: z.string(),
  amountUsd: z.string(),
  minimumAmount: z.string(),
});
const quoteSchema = z.looseObject({
  fees: z.looseObject({ gas: amountSchema, relayerGas: amountSchema, relayerService: amountSchema }),
  details: z.looseObject({ currencyIn: amountSchema, currencyOut: amountSchema }),
});

/** What a price of 100.00 USD costs payer and merchant right now, in the service's own figures. */
export async function demoExample(file: SandboxFile): Promise<string> {
  const price = { amount: "100.00", currency: "USD", metadata: { orderId: "example" } };
  const answer = await merchantApi(file).post("/invoices", price);
  const { id } = z.looseObject({ id: z.string() }).parse(parseJson(answer));
  const { sats } = await whatIsDue(file, id);
  const { fees, details } = await quoteFor(file, sats);
  const rows: readonly (readonly [string, string])[] = [
    ["Payer sends", `${formatDecimal(sats, BTC_DECIMALS)} BTC, worth ${details.currencyIn.amountUsd} USD`],
    ["Payer's own miner fee", `about ${fees.gas.amountUsd} USD`],
    ["Gas and sweep", `${fees.relayerGas.amountUsd} USD`],
    ["Service fee", `${fees.relayerService.amountUsd} USD`],
    [
      "Merchant receives",
      `about ${details.currencyOut.amountFormatted} USDC; the quote's minimum is ${minimumOf(details.currencyOut)}`,
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    "  A price of 100.00 USD:",
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    "",
  ].join("\n");
}

function minimumOf({ minimumAmount }: z.infer<typeof amountSchema>): string {
  return formatDecimal(BigInt(minimumAmount), USDC_DECIMALS);
}

async function quoteFor(file: SandboxFile, sats: bigint): Promise<z.infer<typeof quoteSchema>> {
  const { settlement, wallet } = file;
  const headers = { "x-api-key": file.intentsApiKey };
  const http = createHttp({ baseUrl: file.intentsUrl, headers, timeoutMs: 10_000, maxBytes: 1024 * 1024 });
  const answer = await http.post("/quote/v2", {
    user: wallet.bitcoin.address,
    recipient: settlement.recipient,
    originChainId: BITCOIN_CHAIN_ID,
    originCurrency: BTC_CURRENCY,
    destinationChainId: settlement.chainId,
    destinationCurrency: settlement.currency,
    amount: sats.toString(),
    tradeType: "EXACT_INPUT",
  });
  return quoteSchema.parse(parseJson(answer));
}
