import type { Sent } from "./books.ts";
import type { Shop } from "./shop.ts";
import { createPayer, STORIES, type Ending } from "./stories.ts";
import type { Surroundings } from "./surroundings.ts";

/** Everybody who orders and pays, each in one of the ways of stories.ts. */
export type Customers = Readonly<{
  /** Lets so many more come, up to the whole number. Throws what an earlier one met. */
  come(more: number): void;
  /** Resolves when all who came have done what they wanted. Throws what one of them met. */
  done(): Promise<void>;
  /** What those are doing who have not done it yet. */
  waiting(): readonly string[];
  sent: readonly Sent[];
  endings: ReadonlyMap<string, Readonly<{ story: string; ends: Ending }>>;
}>;

const WAITING_FOR_EXPIRY = "late";

export async function createCustomers(around: Surroundings, shop: Shop, all: number): Promise<Customers> {
  const wallets = await createPayer(around);
  const sent: Sent[] = [];
  const endings = new Map<string, Readonly<{ story: string; ends: Ending }>>();
  const coming: Promise<void>[] = [];
  const failures: unknown[] = [];
  const busy = new Set<string>();
  const payer: typeof wallets = {
    ...wallets,
    async pay(shown, units) {
      const txHash = await wallets.pay(shown, units);
      if (shown.methodId !== "BTC-CHAIN") sent.push({ shown, txHash, units });
      return txHash;
    },
  };
  const live = async (index: number) => {
    const { name: story, live: act, ends } = storyOf(index, all);
    const name = `customer ${index + 1} pays ${story}`;
    busy.add(name);
    const id = await act(shop, payer).catch((cause: unknown) => {
      throw new Error(`What ${name} met:`, { cause });
    });
    endings.set(id, { story, ends });
    busy.delete(name);
  };
  return {
    ...{ sent, endings },
    waiting: () => [...busy],
    come(more) {
      if (failures.length > 0) throw failures[0];
      for (let next = 0; next < more && coming.length < all; next++) {
        const customer = live(coming.length);
        customer.catch((error: unknown) => failures.push(error));
        coming.push(customer);
      }
    },
    done: async () => void (await Promise.all(coming)),
  };
}

/** One after the other; those who wait half a minute come early. */
function storyOf(index: number, all: number): (typeof STORIES)[number] {
  const early = STORIES.filter(({ name }) => index < all / 2 || name !== WAITING_FOR_EXPIRY);
  const story = early[index % early.length];
  if (!story) throw new Error("There are no stories.");
  return story;
}
