import { startMerchantApp } from "../support/merchantApp.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { filesExecuted } from "./executed.ts";

const SALE = { amount: "25.00", currency: "USD", checkout: { defaultPaymentMethod: "BTC-CHAIN" } };
type MethodBody = Readonly<{ paymentMethodId: string; destination: string; amount: string }>;

/**
 * The files between POST /invoices and its answer, with a first quote. The intent service is the one of startMerchantApp, so the
 * client of its HTTP interface is not in it. A first call has filled the caches.
 */
export async function filesOfInvoicePost(): Promise<readonly string[]> {
  const shop = await startMerchantApp();
  const create = async () => {
    const { status } = await shop.post("/invoices", SALE);
    if (status !== 200) throw new Error(`Expected status 200; got ${status}.`);
  };
  try {
    await create();
    return await filesExecuted(create);
  } finally {
    await shop.close();
  }
}

/** The files of the job that reads a Bitcoin block with one deposit and books it, with the explorer over HTTP. */
export async function filesOfBlock(): Promise<readonly string[]> {
  const sandbox = await startSandboxApp();
  try {
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await payInBlock(sandbox);
    await sandbox.run("follow bitcoin");
    const id = await payInBlock(sandbox);
    const files = await filesExecuted(() => sandbox.run("follow bitcoin"));
    const entries = await sandbox.app.gateway.persistence.books.entriesOf(id);
    if (entries.length !== 1) throw new Error(`Expected one ledger entry; there are ${entries.length}.`);
    return files;
  } finally {
    await sandbox.close();
  }
}

/** Makes an invoice and a block with its payment, and returns the invoice's id. */
async function payInBlock({ post, get, control }: SandboxApp): Promise<string> {
  const { id } = (await post("/invoices", SALE)).body as { id: string };
  const methods = (await get(`/invoices/${id}/payment-methods`)).body as readonly MethodBody[];
  const bitcoin = methods.find(({ paymentMethodId }) => paymentMethodId === "BTC-CHAIN");
  const sats = parseDecimal(bitcoin?.amount ?? "0", 8).toString();
  await control("bitcoin/pay", { address: bitcoin?.destination, sats });
  await control("bitcoin/mine", { blocks: 1 });
  return id;
}
