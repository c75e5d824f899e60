import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { shopOf } from "../journeys/shop.ts";
import { payInTwoParts } from "../journeys/twoParts.ts";

const INVOICES = 200;
const FIRST_PARTS = [10n, 300n, 500n, 970n, 999n]; // thousandths of what is asked

describe("200 invoices paid in two parts", function () {
  this.timeout(3_600_000);

  let sandbox: SandboxApp;
  before(async () => {
    sandbox = await startSandboxApp();
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => sandbox.close());

  it("all settle when the second is what was asked for, at once and before the first is confirmed", async () => {
    const shop = shopOf(sandbox);
    for (let index = 0; index < INVOICES; index++) {
      const share = FIRST_PARTS[index % FIRST_PARTS.length] ?? 500n;
      const price = (30 + ((index * 7) % 180)).toFixed(2);
      await payInTwoParts(shop, (asked) => (asked * share) / 1_000n, price);
    }
  });
});
