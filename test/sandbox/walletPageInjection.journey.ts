import { expect } from "chai";
import { bonesOf } from "../gateway/http/bones.ts";
import { PAYLOADS } from "../gateway/http/payloads.ts";
import { handClock } from "./ledgerAtHand.ts";
import { openSandboxSite, type SandboxSite } from "./sandboxSite.ts";

/** The pages of the gateway are looked at in test/gateway/http/injection.test.ts. */
describe("a text that is a script elsewhere, on the sandbox wallet page", () => {
  let site: SandboxSite;
  before(async () => {
    site = await openSandboxSite(handClock().clock);
  });
  after(() => site.close());

  it("is shown as text only", async () => {
    const pageWith = async (text: string) => {
      const query = new URLSearchParams({ to: text, amount: text, feeRate: text, back: text });
      return bonesOf((await site.get(`/wallet?${query}`).expect(200)).text).join("\n");
    };
    const plain = await pageWith("Tea and biscuits");
    for (const payload of PAYLOADS.filter((_, index) => index % 2 === 0))
      expect(await pageWith(payload), payload).to.equal(plain);
  }).timeout(60_000);
});
