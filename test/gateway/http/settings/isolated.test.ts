import { expect } from "chai";
import { anInvoice, ISSUED } from "../../domain/invoices/given.ts";
import { openSite, signedInOwner } from "../ownerPages.ts";

describe("the owner's pages in Arabic", () => {
  it("keep amounts together that stand outside sentences", async () => {
    const site = await openSite();
    const owner = await signedInOwner(site);
    const invoice = anInvoice({ createdAt: ISSUED, metadata: { orderId: "A-1" } });
    const events = { at: ISSUED, events: [], deliveries: [] };
    await site.gateway.persistence.invoices.issue({ ...invoice, id: "one", storeId: site.shop.id }, events);
    await owner.get("/owner/account");
    await owner.send("/owner/account/language", { language: "ar" });
    for (const path of ["/owner", "/owner/invoices"]) {
      const { text } = await owner.get(path);
      expect(text, path)
        .to.include('dir="rtl"')
        .and.to.match(/<bdi>25\.00 USD<\/bdi>/);
      expect(text, path).not.to.match(/<(?!bdi>)[^<>]+>\s*25\.00 USD/);
    }
  });
});
