import type { Client } from "../../../sdk/client.ts";
import { timeOrderedId, type Random } from "../../../values/ids.ts";
import type { Clock } from "../../../values/time.ts";

/** What the shop sells. Prices are decimals, in US dollars. */
export const GOODS = [
  { name: "sencha", title: "Sencha, 200 g", about: "Spring harvest, steamed", price: "24.00" },
  { name: "darjeeling", title: "Darjeeling, 250 g", about: "Second flush, whole leaf", price: "25.00" },
  { name: "teapot", title: "Cast-iron teapot", about: "0.8 litres, enamelled inside", price: "89.00" },
] as const;

/** What the button on the sandbox's home page orders. */
export const DEMO_GOOD = { name: "demo", title: "A demo order", about: "", price: "25.00" } as const;
export type Good = (typeof GOODS)[number] | typeof DEMO_GOOD;

export type Order = Readonly<{ id: string; good: Good; invoiceId: string; checkoutLink: string }>;

/** The orders of the shop as any merchant's server has them: it makes an invoice for each, and asks the API what became of it. */
export type Orders = Readonly<{
  place(good: Good): Promise<Order>;
  /** What the store is called, as its payers see it. */
  shopName(): Promise<string>;
  /** The newest first, with the status that the invoice has now. */
  latest(): Promise<readonly (Order & Readonly<{ status: string }>)[]>;
}>;

const REMEMBERED = 10;

type Parts = Readonly<{ shop: Client; url: string; clock: Clock; random: Random }>;

/** The orders of the demo shop, in memory. */
export function createOrders({ shop, url, clock, random }: Parts): Orders {
  let orders: readonly Order[] = [];
  return {
    async place(good) {
      const id = `T-${timeOrderedId(clock(), random).slice(-6)}`;
      const invoice = await shop.createInvoice({
        body: {
          amount: good.price,
          currency: "USD",
          metadata: { orderId: id, itemDesc: good.title },
          checkout:
            good === DEMO_GOOD ? {} : { redirectURL: `${url}/sandbox/shop`, redirectAutomatically: true },
        },
        idempotencyKey: id,
      });
      const order = { id, good, invoiceId: invoice.id, checkoutLink: invoice.checkoutLink };
      orders = [order, ...orders].slice(0, REMEMBERED);
      return order;
    },
    shopName: async () => (await shop.getStore()).name,
    async latest() {
      const withStatus = async (order: Order) => {
        const { status } = await shop.getInvoice({ invoiceId: order.invoiceId });
        return { ...order, status };
      };
      return Promise.all(orders.map(withStatus));
    },
  };
}
