import { expect } from "chai";
import { createPublicClient } from "viem";
import { boundedTransport } from "../../../src/evm/reader/boundedTransport.ts";
import { BAD_ANSWERS } from "../../support/badAnswers.ts";
import { serve } from "../../support/localServer.ts";

describe("viem over a bounded transport", function () {
  this.timeout(10_000);

  for (const [what, answer] of Object.entries(BAD_ANSWERS)) {
    it(`ends with an error when the node gives ${what}, and asks nobody else`, async () => {
      const server = await serve(answer);
      const transport = boundedTransport(server.url, { timeoutMs: 300, retryCount: 0 });
      const told = await createPublicClient({ transport })
        .getChainId()
        .then(
          (id) => `chain ${id}`,
          () => "an error",
        );
      expect(told).to.equal("an error");
      expect(server.asked.filter(({ path }) => path === "/elsewhere")).to.deep.equal([]);
      await server.close();
    });
  }
});
