import { expect } from "chai";
import { ConflictError } from "../../../src/database/driver.ts";
import type { Picture } from "../../../src/gateway/domain/branding/picture.ts";
import type { PointOfSale } from "../../../src/gateway/domain/selling/pointOfSale.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { ISSUED } from "../domain/invoices/given.ts";
import { plain } from "./storedThings.ts";

function aPointOfSale(id: string, change: Partial<PointOfSale> = {}): PointOfSale {
  const tea = { id: "tea", title: "Tea", price: 10n ** 40n + 1n, inStock: true, description: undefined };
  const picture = { hash: "a".repeat(64), width: 10, height: 20 };
  return {
    id,
    storeId: "store-1",
    version: 1,
    settings: {
      title: "Bar",
      description: undefined,
      currency: "USD",
      decimals: 2,
      items: [
        { ...tea, picture },
        { ...tea, id: "cake", picture: undefined },
      ],
      keypad: true,
      tips: [5, 10],
      discounts: false,
      receipt: "Thank you.\nSee you.",
      isPublic: false,
    },
    archivedAt: undefined,
    createdAt: ISSUED,
    ...change,
  };
}

describe("stored points of sale", () => {
  onBothDatabases("gateway", (open) => {
    let persistence: Persistence;
    before(async () => void (persistence = createPersistence(await open(), () => {})));

    it("come back as they were, in the order in which they were made, without archived ones", async () => {
      const { pointsOfSale } = persistence;
      for (const [index, id] of ["b", "a", "c"].entries())
        await pointsOfSale.create(aPointOfSale(id, { createdAt: ISSUED + index }));
      expect(plain(await pointsOfSale.load("a"))).to.deep.equal(plain(aPointOfSale("a", { createdAt: ISSUED + 1 }))); // prettier-ignore
      expect(await pointsOfSale.load("none")).to.equal(undefined);
      await pointsOfSale.change(aPointOfSale("a", { version: 2, archivedAt: ISSUED }));
      expect((await pointsOfSale.list("store-1")).map(({ id }) => id)).to.deep.equal(["b", "c"]);
      expect(await pointsOfSale.list("store-2")).to.deep.equal([]);
    });

    it("are not written over when they have moved on", async () => {
      const { pointsOfSale } = persistence;
      await pointsOfSale.create(aPointOfSale("moves"));
      await pointsOfSale.change(aPointOfSale("moves", { version: 2 }));
      const stale = pointsOfSale.change(aPointOfSale("moves", { version: 2 }));
      expect(await stale.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
    });

    it("keep one picture for each item, until it is taken away", async () => {
      const { pointsOfSale } = persistence;
      const picture = (name: string): Picture => ({
        type: "image/webp",
        data: Buffer.from(name),
        hash: name.repeat(64),
        width: 1,
        height: 1,
      });
      const has = async (name: string) => (await pointsOfSale.loadPicture(name.repeat(64)))?.data.toString();
      await pointsOfSale.changePicture("b", "tea", picture("1"));
      await pointsOfSale.changePicture("b", "cake", picture("1"));
      await pointsOfSale.changePicture("b", "tea", picture("2"));
      expect([await has("1"), await has("2"), await has("3")]).to.deep.equal(["1", "2", undefined]);
      await pointsOfSale.changePicture("b", "cake", undefined);
      expect([await has("1"), await has("2")]).to.deep.equal([undefined, "2"]);
    });
  });
});
