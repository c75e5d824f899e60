import type { Caller } from "../caller.ts";
import type { Child } from "../child.ts";
import type { Load } from "../measure.ts";
import type { Opened } from "./server.ts";
import { withCpu } from "./withCpu.ts";

export type Sizes = Readonly<{ invoices: number; atOnce: number }>;

const BODIES = Array.from({ length: 50 }, (_, index) =>
  JSON.stringify({
    ...{ amount: `${20 + index}.${10 + index}`, currency: "USD" },
    metadata: { orderId: `order-${index}`, buyerEmail: `buyer-${index}@shop.example`, itemDesc: "Two of these" },
    checkout: {
      speedPolicy: "MediumSpeed",
      redirectURL: "https://shop.example/thanks",
      redirectAutomatically: true,
      expirationMinutes: 60,
      paymentMethods: null,
    },
  }),
); // prettier-ignore

/** Opens a shop and a bare program beside it: `ours` and `bare` are a round of each, so many calls at once; `express` one of what express itself leaves. */
export async function prepareCreations(
  server: Child,
  caller: Caller,
  databaseUrl: string | undefined,
  { invoices, atOnce }: Sizes,
): Promise<Readonly<{ ours(): Promise<Load>; express(): Promise<Load>; bare(): Promise<Load> }>> {
  const { url, storeId, key } = await server.ask<Opened>("open", databaseUrl ?? null);
  await server.ask("webhook", "https://shop.example/hook"); // so that there is something in the outbox; nothing is sent
  const headers = { authorization: `token ${key}` };
  const common = { bodies: BODIES, headers, counted: "idempotency-key", calls: invoices, atOnce };
  const create = { ...common, urls: [`${url}/api/v1/stores/${storeId}/invoices`] };
  const { answers } = await caller.call({ ...create, calls: atOnce });
  const sample = JSON.parse(answers[0] ?? "{}") as object;
  const bareUrl = await server.ask<string>("bare", sample);
  const expressUrl = await server.ask<string>("express", sample);
  return {
    async ours() {
      await server.ask("prepare", invoices * 2);
      return withCpu(server, invoices, () => caller.call(create));
    },
    express: () => withCpu(server, invoices, () => caller.call({ ...common, urls: [expressUrl] })),
    bare: () => withCpu(server, invoices, () => caller.call({ ...common, urls: [bareUrl] })),
  };
}
