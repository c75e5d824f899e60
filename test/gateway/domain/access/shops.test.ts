import { expect } from "chai";
import {
  listedPermissions,
  permissionsForShop,
  recogniseShop,
  SHOPS,
} from "../../../../src/gateway/domain/access/shops.ts";

describe("presets by shop system", () => {
  it("recognises each shop by the permissions that its plugin asks for and its name", () => {
    for (const { id, name, permissions } of SHOPS)
      expect(recogniseShop(permissions.toReversed(), `${name} @ shop.example`)?.id, id).to.equal(id);
  });

  it("recognises PrestaShop and Magento whatever the merchant called the shop", () => {
    for (const { id, permissions } of SHOPS.filter((shop) => ["prestashop", "magento"].includes(shop.id)))
      expect(recogniseShop(permissions, "Tea house")?.id).to.equal(id);
  });

  it("recognises no shop for other permissions", () => {
    expect(recogniseShop(["canviewinvoices"], "WooCommerce")).to.equal(undefined);
    expect(recogniseShop(SHOPS[0]!.permissions.slice(1), "WooCommerce")).to.equal(undefined);
  });

  it("lets Magento's key mark invoices as settled, and lists the permissions that its plugin expects", () => {
    const magento = SHOPS.find(({ id }) => id === "magento")!;
    const permissions = permissionsForShop(magento);
    expect(permissions).to.include("canmarkinvoices");
    expect(listedPermissions({ permissions, shop: "magento" })).to.deep.equal(magento.permissions);
    expect(listedPermissions({ permissions })).to.deep.equal(permissions);
  });
});
