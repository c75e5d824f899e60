import type { SQL } from "drizzle-orm";
import { expect } from "chai";
import { createDatabaseBinding } from "../../src/network/databaseBinding.ts";
import { bindingOf, insertBinding } from "../../src/network/persistence/bindings.ts";
import type { NetworkStore } from "../../src/network/persistence/open.ts";
import { onBothDatabases } from "../support/databases.ts";
import { storeIn } from "./storeIn.ts";

const CHAINS = ["chain 1", "chain 10", "chain 8453", "bitcoin"];
const foreign = (known: string) => `it was ${known}`;

describe("what a database is bound to", () => {
  onBothDatabases("network", (open) => {
    const bound = async (wrap: (store: NetworkStore) => NetworkStore = (store) => store) => {
      const store = storeIn(await open());
      const binding = createDatabaseBinding(wrap(store));
      await binding.claim("solver", "0xa", foreign);
      await binding.bind();
      return { store, binding };
    };

    it("chains that are first seen at the same moment are all kept", async () => {
      const { store, binding } = await bound();
      const said = await Promise.all(CHAINS.map((name) => binding.claim(name, "0x1", foreign)));
      expect(said).to.deep.equal(CHAINS.map(() => undefined));
      const kept = await Promise.all(CHAINS.map((name) => bindingOf(store, name)));
      expect(kept).to.deep.equal(CHAINS.map(() => "0x1"));
    });

    it("of two nodes that tell different chains at the same moment one is refused", async () => {
      const { binding } = await bound();
      const said = await Promise.all(["0x1", "0x2"].map((hash) => binding.claim("chain 1", hash, foreign)));
      expect(said.filter((sentence) => sentence !== undefined)).to.have.length(1);
    });

    it("the same holds before it is bound", async () => {
      const binding = createDatabaseBinding(storeIn(await open()));
      const said = await Promise.all(["0x1", "0x2"].map((hash) => binding.claim("chain 1", hash, foreign)));
      expect(said.filter((sentence) => sentence !== undefined)).to.have.length(1);
    });

    it("another process that was faster is told to the chain that it differs in, and to no other", async () => {
      let other = async () => {};
      const { store, binding } = await bound((store) => ({
        ...store,
        async commit(writes) {
          await other();
          await store.commit(writes);
        },
      }));
      other = async () => {
        other = async () => {};
        await store.commit([insertBinding(store, "chain 1", "0x2")]);
      };
      const said = await Promise.all(CHAINS.map((name) => binding.claim(name, "0x1", foreign)));
      expect(said).to.deep.equal(["it was 0x2", undefined, undefined, undefined]);
    });

    it("another process that binds between two questions is noticed", async () => {
      const store = storeIn(await open());
      const questions = [
        async () => {}, // for the refunder
        async () =>
          store.commit([insertBinding(store, "solver", "0xa"), insertBinding(store, "refunder", "0xb")]),
      ];
      const binding = createDatabaseBinding(asking(store, async () => questions.shift()?.()));
      expect(await binding.claim("refunder", "0xa", foreign, "0xa")).to.equal("it was 0xb");
    });

    it("what could not be written is written when it is claimed again", async () => {
      let isDown = false;
      const { store, binding } = await bound((store) => ({
        ...store,
        commit: (writes) => (isDown ? Promise.reject(new Error("down")) : store.commit(writes)),
      }));
      isDown = true;
      const failed = await binding.claim("chain 1", "0x1", foreign).catch((error: Error) => error.message);
      expect(failed).to.equal("down");
      isDown = false;
      expect(await binding.claim("chain 1", "0x1", foreign)).to.equal(undefined);
      expect(await bindingOf(store, "chain 1")).to.equal("0x1");
    });
  });
});

/** The same store, which calls `before` at each question about a binding. */
function asking(store: NetworkStore, before: () => Promise<void>): NetworkStore {
  const { bindings } = store.tables;
  const limit = (where: SQL) => async (rows: number) => {
    await before();
    return store.db.select().from(bindings).where(where).limit(rows);
  };
  const select = () => ({ from: () => ({ where: (where: SQL) => ({ limit: limit(where) }) }) });
  return { ...store, db: { select } as unknown as NetworkStore["db"] };
}
