import { expect } from "chai";
import { GatewayError } from "../../../src/gateway/errors.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { anInvoice, ISSUED } from "../domain/invoices/given.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";
import { PAYLOADS } from "./payloads.ts";

const PATH = "/owner/invoices";
const CUT = 50; // lines of a page

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" }[sign]};`,
  );

/** The invoices that a page lists, by their numbers, in its order. */
const listed = (html: string) => [...html.matchAll(/class="quiet mono"><bdi>([^<]+)</g)].map(([, id]) => id);
const olderOf = (html: string) => /href="([^"]+)">Older ones</.exec(html)?.[1]?.replaceAll("&amp;", "&");

describe("the owner's list of invoices", () => {
  let site: Site;
  let owner: Visitor;
  let other: string;
  const number = (index: number) => `invoice${String(index).padStart(3, "0")}`;
  before(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
    other = (await site.addStore("Book shop")).id;
    for (let index = 0; index < 120; index++) {
      const invoice = anInvoice({
        createdAt: ISSUED + index * MINUTE_MS,
        metadata: { orderId: `A-${index}` },
      });
      const of = { id: number(index), storeId: index % 3 === 0 ? other : site.shop.id };
      const state = index % 2 === 0 ? "New" : "Expired";
      await site.gateway.persistence.invoices.issue(
        { ...invoice, ...of, state },
        { at: ISSUED, events: [], deliveries: [] },
      );
    }
  });

  /** Every page from this one on, by its "Older ones". */
  async function walk(first: string): Promise<readonly (readonly (string | undefined)[])[]> {
    const { status, text } = await owner.get(first);
    expect(status, first).to.equal(200);
    const next = olderOf(text);
    return [listed(text), ...(next === undefined ? [] : await walk(next))];
  }

  it("has its place among the owner's pages, and asks who is there", async () => {
    const { text } = await owner.get("/owner");
    expect(text).to.match(/<a href="\/owner\/invoices\?store=[\w-]+">.*Invoices<\/a>/);
    expect((await owner.get(PATH)).text).to.match(/<a href="\/owner\/invoices\?[^"]+" aria-current="page">.*Invoices<\/a>/);
    expect((await site.visitor().get(PATH)).headers["location"]).to.equal(`/owner/sign-in?to=${encodeURIComponent(PATH)}`);
  }); // prettier-ignore

  it("shows every invoice of every store once, the newest first, fifty on a page", async () => {
    const pages = await walk(PATH);
    expect(pages.map(({ length }) => length)).to.deep.equal([CUT, CUT, 20]);
    expect(pages.flat()).to.deep.equal(Array.from({ length: 120 }, (_, index) => number(119 - index)));
  });

  it("shows those of one state and one store, and keeps to them on the pages that follow", async () => {
    const ofShop = await walk(`${PATH}?store=${site.shop.id}`);
    expect(ofShop.map(({ length }) => length)).to.deep.equal([CUT, 30]);
    const both = await walk(`${PATH}?store=${other}&state=Expired`);
    expect(both).to.deep.equal([Array.from({ length: 20 }, (_, index) => number(117 - 6 * index))]);
    const { text } = await owner.get(`${PATH}?store=${other}&state=Expired`);
    expect(text)
      .to.match(/aria-current="true">Expired</)
      .and.to.include(`value="${other}" selected`);
  });

  it("says what to do when a search would read too many invoices", async () => {
    const { invoices } = site.gateway.persistence as { invoices: { list: typeof site.gateway.persistence.invoices.list } };
    const { list } = invoices;
    invoices.list = () => Promise.reject(new GatewayError("search_too_broad", "Expected a search for fewer invoices."));
    const { status, text } = await owner.get(`${PATH}?word=A&state=Invalid`);
    invoices.list = list;
    expect([status, listed(text)]).to.deep.equal([200, []]);
    expect(textOf(text)).to.include("Search for more of the word, or without the other filters.");
  }); // prettier-ignore

  it("finds an order, and says when it finds none", async () => {
    const { text } = await owner.get(`${PATH}?word=A-117`);
    expect(listed(text)).to.deep.equal([number(117)]);
    expect(text)
      .to.include(`href="${PATH}/${number(117)}"`)
      .and.to.include('value="A-117"');
    expect(textOf(text))
      .to.include("25.00 USD")
      .and.to.match(/A-1172027-\S+ \S+ UTC ?25\.00 USD.*Book shop/);
    expect(textOf((await owner.get(`${PATH}?word=B-1`)).text)).to.include("None like this.");
  });

  it("leaves out archived ones until somebody looks for them", async () => {
    const id = number(60);
    await site.gateway.persistence.invoices.label(id, { archivedAt: ISSUED });
    expect((await walk(PATH)).flat())
      .to.have.length(119)
      .and.not.to.include(id);
    expect(textOf((await owner.get(`${PATH}?word=A-60`)).text)).to.include("archived");
    await site.gateway.persistence.invoices.label(id, { archivedAt: null });
  });

  it("takes what makes no sense as if it were not there", async () => {
    const first = (await walk(PATH))[0];
    for (const query of ["after=nobody", "state=Paid", "word=&state=&store=", "word=a&word=b", "word[x]=1", "after[]=1"])
      expect(listed((await owner.get(`${PATH}?${query}`)).text), query).to.deep.equal(first);
    expect(listed((await owner.get(`${PATH}?word=${"%25".repeat(3_000)}`)).text)).to.deep.equal([]);
  }); // prettier-ignore

  it("shows a word that is a script elsewhere as text", async () => {
    const page = async (word: string) =>
      (await owner.get(`${PATH}?${new URLSearchParams({ word })}`)).text.replace(/ nonce="[^"]*"/g, "");
    const plain = await page("tea leaves");
    for (const payload of PAYLOADS.slice(-28)) {
      const html = await page(payload);
      const inLinks = new URLSearchParams({ word: payload }).toString();
      const same = html.replaceAll(inLinks, "word=tea+leaves").replaceAll(escaped(payload), "tea leaves");
      expect(same, payload).to.equal(plain);
    }
  });
});
