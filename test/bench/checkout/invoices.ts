import { issueInvoice } from "../../../src/gateway/usecases/invoices/issueInvoice.ts";
import type { Shop } from "../api/shop.ts";

/** Makes so many invoices with a price; gives the addresses of their pages. */
export async function issuePages({ app, merchant, service }: Shop, count: number): Promise<readonly string[]> {
  service.prepare(count);
  const urls: string[] = [];
  for (let made = 0; made < count; made++) {
    const { id } = await issueInvoice(app.gateway, merchant, {
      ...{ amount: 2_510n, currency: "USD", decimals: 2, policy: {} },
      ...{ expirationMinutes: 60, monitoringMinutes: undefined },
      metadata: { orderId: `order-${made}`, itemDesc: "Two of these" },
      checkout: { redirectUrl: undefined, redirectAutomatically: false, methods: [], defaultMethod: undefined },
    });
    urls.push(`${app.url}/i/${id}`);
  }
  return urls;
} // prettier-ignore
