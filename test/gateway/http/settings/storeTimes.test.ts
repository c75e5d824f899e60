import { expect } from "chai";
import { isoTime } from "../../../../src/values/time.ts";
import { textOf } from "../../../browser/readPage.ts";
import { anInvoice } from "../../domain/invoices/given.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "../ownerPages.ts";

const LATE = Date.parse("2026-11-21T23:30:00Z"); // 22 November in Berlin

describe("times on the pages of a store", () => {
  let site: Site;
  let owner: Visitor;
  let store: string;
  before(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
    store = site.shop.id;
    await setZone(store, "Europe/Berlin");
    const invoice = anInvoice({ createdAt: LATE, metadata: { orderId: "night-tea" } });
    await site.gateway.persistence.invoices.issue(
      { ...invoice, id: "late-invoice", storeId: store },
      { at: LATE, events: [], deliveries: [] },
    );
  });

  async function setZone(storeId: string, zone: string) {
    const { stores } = site.gateway.persistence;
    const before = (await stores.load(storeId))!;
    const settings = { ...before.settings, books: { ...before.settings.books, zone } };
    await stores.change(before, { name: before.name, settings });
  }
  const read = async (path: string) => textOf((await owner.get(path)).text);

  it("are in the zone of the store, which the page names", async () => {
    for (const path of [`/owner/invoices?store=${store}`, `/owner?store=${store}`]) {
      const text = await read(path);
      expect(text, path).to.include("2026-11-22 00:30 UTC+1");
      expect(text, path).to.include("Times on this page are those of Europe/Berlin.");
    }
  }); // prettier-ignore

  it("are filtered by days of the same zone, in the list, its file and the audit log", async () => {
    const listed = async (day: string) => await read(`/owner/invoices?store=${store}&from=${day}&to=${day}`);
    expect(await listed("2026-11-22")).to.include("night-tea");
    expect(await listed("2026-11-21")).not.to.include("night-tea");
    await site.gateway.persistence.auditLog.append({
      at: LATE,
      actor: { kind: "user", id: "u", name: "Ada" },
      action: "store.changed",
      storeId: store,
      subject: "night-change",
      before: undefined,
      after: undefined,
      address: undefined,
    });
    for (const file of ["", ".csv"]) {
      const logged = async (day: string) =>
        (await owner.get(`/owner/audit-log${file}?store=${store}&from=${day}&to=${day}`)).text;
      expect(await logged("2026-11-22"), file).to.include("night-change");
      expect(await logged("2026-11-21"), file).not.to.include("night-change");
    }
  });

  it("are in UTC in files, and on pages of stores with different zones", async () => {
    const log = (await owner.get(`/owner/audit-log.csv?store=${store}`)).text;
    expect(log).to.include(isoTime(LATE));
    const other = await site.addStore("Book shop");
    await setZone(other.id, "Asia/Tokyo");
    const all = await read("/owner/invoices");
    expect(all).to.include("2026-11-21 23:30 UTC").and.not.to.include("23:30 UTC+");
    expect(all).to.include("Times on this page are those of UTC.");
    await setZone(other.id, "Europe/Berlin");
    expect(await read("/owner/invoices"), "where all have one").to.include("2026-11-22 00:30 UTC+1");
  });
});
