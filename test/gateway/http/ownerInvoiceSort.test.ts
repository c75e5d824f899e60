import { expect } from "chai";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { onUsualDatabase } from "../../support/databases.ts";
import { anInvoice, ISSUED } from "../domain/invoices/given.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

const PATH = "/owner/invoices";

const listed = (html: string) =>
  [...html.matchAll(/<tr role="row" data-id="([^"]+)"/g)].map(([, id = ""]) => id);
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(([, path = "", label = ""]) => ({
    path: path.replaceAll("&amp;", "&"),
    label: label.replace(/<[^>]*>/g, ""),
  }));
const pathTo = (html: string, label: string | RegExp) =>
  linksOf(html).find((link) => (typeof label === "string" ? link.label === label : label.test(link.label)))
    ?.path;
const headOf = (html: string, label: string) =>
  new RegExp(`<th[^>]*>(?:<a[^>]*>)?${label}\\b`).exec(html)?.[0] ?? "";

describe("the list of invoices, sorted", function () {
  this.timeout(60_000);
  onUsualDatabase("gateway", (open) => {
    let site: Site;
    let owner: Visitor;
    let byPrice: string[]; // in USD, the lowest first

    before(async () => {
      const persistence = createPersistence(await open(), (error) => {
        throw error;
      });
      site = await openSite({ persistence, seed: "sorted" });
      owner = await signedInOwner(site);
      const prices = new Map<string, bigint>();
      for (let index = 0; index < 120; index++) {
        const id = `usd-${String((index * 37) % 120).padStart(3, "0")}`; // ids are not in the order of time
        const price = [900n, 12_000n, 2_550n, 2_551n][index % 4] ?? 0n; // thirty of each
        await keep(id, index, { price, currency: "USD", state: index % 3 === 0 ? "Settled" : "New" });
        prices.set(id, price);
      }
      byPrice = [...prices.keys()].toSorted((a, b) => Number((prices.get(a) ?? 0n) - (prices.get(b) ?? 0n)) || (a < b ? -1 : 1));
      await keep("eur", 500, { price: 500n, currency: "EUR", state: "New" });
    });

    async function keep(
      id: string,
      minutes: number,
      { state, ...terms }: Readonly<{ price: bigint; currency: string; state: "New" | "Settled" }>,
    ): Promise<void> {
      const invoice = anInvoice({ createdAt: ISSUED + minutes * MINUTE_MS, metadata: {}, ...terms });
      await site.gateway.persistence.invoices.issue(
        { ...invoice, id, storeId: site.shop.id, state },
        { at: ISSUED, events: [], deliveries: [] },
      );
    }

    /** Every page from this one on, by its link. */
    async function pages(query: string): Promise<readonly string[]> {
      const read: string[] = [];
      for (let path: string | undefined = `${PATH}?${query}`; path; ) {
        const { text } = await owner.get(path);
        read.push(...listed(text));
        path = pathTo(text, "Next page");
      }
      return read;
    }

    it("has every invoice once, in the order of prices, across pages that end among equal ones", async () => {
      expect(await pages("sort=lowest&currency=USD")).to.deep.equal(byPrice);
      expect(await pages("sort=highest&currency=USD")).to.deep.equal(byPrice.toReversed());
    });

    it("keeps currencies apart, and offers them as filters of the list by price alone", async () => {
      expect(await pages("sort=lowest")).to.deep.equal(["eur", ...byPrice]);
      const { text } = await owner.get(`${PATH}?sort=lowest`);
      expect(pathTo(text, "EUR")).to.include("currency=EUR").and.to.include("sort=lowest");
      expect(listed((await owner.get(pathTo(text, "EUR") ?? "")).text)).to.deep.equal(["eur"]);
      const newest = await owner.get(`${PATH}?currency=EUR`);
      expect(pathTo(newest.text, "EUR")).to.equal(undefined);
      expect(listed(newest.text)).to.have.length(50);
    });

    it("is sorted among what filters and searches find, in the file too", async () => {
      const settled = byPrice.filter((id) => minuteOf(id) % 3 === 0);
      expect(await pages("sort=lowest&currency=USD&state=Settled")).to.deep.equal(settled);
      expect(await pages("sort=highest&state=Settled&state=Expired")).to.deep.equal(settled.toReversed());
      expect(await pages("sort=highest&word=120.00")).to.deep.equal(byPrice.slice(-30).toReversed());
      const file = await owner.get(`${PATH}.csv?sort=lowest&currency=USD`);
      const lines = file.text.trim().split("\r\n").slice(1);
      expect(lines.map((line) => line.split(",")[2])).to.deep.equal(byPrice);
      const json = await owner.get(`${PATH}.json?sort=lowest&currency=USD`);
      const { rows } = JSON.parse(json.text) as { rows: { id: string }[] };
      expect(rows.map(({ id }) => id)).to.deep.equal(byPrice.slice(0, 50));
    });

    it("is turned in the heads of its columns, which say how it is sorted", async () => {
      const { text } = await owner.get(`${PATH}?state=Settled`);
      expect(headOf(text, "Created")).to.include('aria-sort="descending"');
      expect(headOf(text, "Price")).to.include("<a ").and.not.to.include("aria-sort");
      const highest = await owner.get(pathTo(text, /^Price/) ?? "");
      expect(headOf(highest.text, "Price")).to.include('aria-sort="descending"');
      expect(headOf(highest.text, "Created")).not.to.include("aria-sort");
      const lowest = pathTo(highest.text, /^Price/) ?? "";
      expect(lowest).to.include("sort=lowest").and.to.include("state=Settled");
      expect(headOf((await owner.get(lowest)).text, "Price")).to.include('aria-sort="ascending"');
      expect(pathTo(highest.text, /^Created/)).not.to.include("sort=");
    });

    it("is the newest first where the order is one that there is not", async () => {
      const ofStore = `${PATH}?store=${site.shop.id}`;
      const plain = listed((await owner.get(ofStore)).text);
      expect(plain[0]).to.equal("eur");
      for (const sort of ["price", "HIGHEST", "", "oldest,lowest", "constructor", "newest'"])
        expect(listed((await owner.get(`${ofStore}&sort=${encodeURIComponent(sort)}`)).text), sort).to.deep.equal(plain);
      expect(listed((await owner.get(`${ofStore}&sort=highest&sort=lowest`)).text)).to.deep.equal(plain);
      expect(listed((await owner.get(`${PATH}?sort=highest&currency=%00%25`)).text)).to.deep.equal([]);
      expect(listed((await owner.get(`${PATH}?sort=highest&currency=USD&after=nothing`)).text)).to.deep.equal(byPrice.toReversed().slice(0, 50));
    });
  });
}); // prettier-ignore

/** When an invoice was made, in minutes: 37 times that is its number, in a circle of 120. */
function minuteOf(id: string): number {
  const number = Number(id.slice(4));
  return (
    Array.from({ length: 120 }, (_, index) => index).find((index) => (index * 37) % 120 === number) ?? -1
  );
}
