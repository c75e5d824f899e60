import { expect } from "chai";
import type { Logo } from "../../../src/gateway/domain/branding/logo.ts";
import { createMerchant, STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { anInvoice } from "../domain/invoices/given.ts";
import { testClock } from "../../support/clock.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { plain } from "./storedThings.ts";

const aLogo = (letter: string, change: Partial<Logo> = {}): Logo => ({
  ...{ hash: letter.repeat(64), width: 120, height: 40, hiddenIn: undefined },
  png: Buffer.from([0x89, 0, 255, letter.charCodeAt(0)]),
  ...change,
});

describe("stored logos", () => {
  onBothDatabases("gateway", (open) => theRules(async () => createPersistence(await open(), () => {})));
  describe("in memory", () => theRules(async () => createMemoryPersistence()));
});

function theRules(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  before(async () => void (persistence = await open()));
  const newShop = async (id: string) => {
    const { settlement } = anInvoice().terms;
    const tools = { clock: testClock(), random: (length: number) => Buffer.alloc(length, id) };
    return (await createMerchant(persistence, tools, id, { ...STORE_DEFAULTS, settlement, refunds: {} })).id;
  };
  const factsOf = async (id: string) => plain((await persistence.stores.load(id))?.logo);

  it("come back with their store, and their pixels by their hash", async () => {
    const [id, other] = [await newShop("a"), await newShop("b")];
    const { png, ...facts } = aLogo("a", { hiddenIn: "dark" });
    await persistence.stores.changeLogo(id, { png, ...facts });
    expect(await factsOf(id)).to.deep.equal(plain(facts));
    expect(await factsOf(other)).to.equal(undefined);
    expect((await persistence.stores.list()).map(({ logo }) => logo?.hash)).to.deep.equal([
      facts.hash,
      undefined,
    ]);
    expect(Buffer.from((await persistence.stores.loadLogo(facts.hash)) ?? []).equals(png)).to.equal(true);
    expect(await persistence.stores.loadLogo("f".repeat(64))).to.equal(undefined);
  });

  it("take each other's place, and survive a change of the store's settings", async () => {
    const id = await newShop("c");
    await persistence.stores.changeLogo(id, aLogo("c", { hiddenIn: "light" }));
    await persistence.stores.changeLogo(id, aLogo("d"));
    const shop = (await persistence.stores.load(id))!;
    await persistence.stores.change(shop, { name: "New name", settings: shop.settings });
    expect(await persistence.stores.load(id)).to.deep.include({ name: "New name" });
    expect((await persistence.stores.load(id))?.logo).to.deep.include({ hash: "d".repeat(64) });
    expect((await persistence.stores.load(id))?.logo?.hiddenIn).to.equal(undefined);
    expect(await persistence.stores.loadLogo("c".repeat(64))).to.equal(undefined);
  });

  it("of two stores may be the same, and go one by one", async () => {
    const [id, other] = [await newShop("e"), await newShop("f")];
    for (const one of [id, other]) await persistence.stores.changeLogo(one, aLogo("e"));
    for (let times = 0; times < 2; times++) await persistence.stores.changeLogo(id, undefined);
    expect(await factsOf(id)).to.equal(undefined);
    expect(await persistence.stores.loadLogo("e".repeat(64))).not.to.equal(undefined);
    await persistence.stores.changeLogo(other, undefined);
    expect(await persistence.stores.loadLogo("e".repeat(64))).to.equal(undefined);
  });
}
