import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { createCatalog } from "../../../src/network/catalog.ts";
import { lookAtHold } from "../../../src/network/checks/decideHold.ts";
import { fillQuestion, refundQuestion, subjectOf } from "../../../src/network/checks/question.ts";
import { draftWrites, newDraft } from "../../../src/network/observe.ts";
import { checksOfRequest, saveCheck } from "../../../src/network/persistence/checks.ts";
import { insertDeposit } from "../../../src/network/persistence/deposits.ts";
import type { NetworkStore } from "../../../src/network/persistence/open.ts";
import { requestById } from "../../../src/network/persistence/requests.ts";
import type { EstimateParts } from "../../../src/network/refundEstimate.ts";
import { TO_SENDER } from "../../../src/network/refundTarget.ts";
import { onUsualDatabase } from "../../support/databases.ts";
import { requestOf } from "../requestOf.ts";
import { storeIn } from "../storeIn.ts";

const AT = 1_800_000_000_000;
const CHAIN = 31337;
const SENDER = `0x${"1".repeat(40)}`;
const OTHER = `0x${"2".repeat(40)}`;

describe("the decision to refund a held deposit whose refundTo is its sender", () => {
  onUsualDatabase("network", (open) => {
    let store: NetworkStore;
    let made = 0;
    before(async () => void (store = storeIn(await open("holds"))));

    const catalog = createCatalog([
      {
        ...{ id: CHAIN, rpcUrl: "http://127.0.0.1:1", slug: "sandbox", name: "Sandbox", tokens: [] },
        native: { symbol: "ETH", decimals: 18 },
      },
    ]);
    const silent = async () => Promise.reject(new HttpFailure("unreachable", "No node answers."));
    const parts = () =>
      ({
        ...{ store, catalog, clock: () => AT, bitcoin: { network: "regtest" } },
        ...{ market: { market: silent, gasFees: silent }, prices: { price: silent } },
      }) as unknown as EstimateParts; // what lookAtHold uses of it

    /** A deposit whose fill is held. */
    const held = async (): Promise<string> => {
      const id = `0x${String(++made).padStart(64, "0")}`;
      const key = { chainId: CHAIN, currency: ZERO_ADDRESS };
      const place = { id: `${CHAIN}:${id}:value`, txHash: id, height: 7, blockHash: "0xb" };
      const deposit = { ...key, ...place, sender: SENDER, amount: 10n ** 17n };
      const request = requestOf(id, {
        ...{ state: "pending", held: "screening", origin: key, refundTo: TO_SENDER, deposit },
      });
      const question = fillQuestion(request, [SENDER]);
      const check = {
        ...({ purpose: "fill", kind: "screening", state: "held" } as const),
        ...{ requestId: id, source: "list" },
        ...{ subject: subjectOf(question), addresses: question.addresses, reason: "listed" },
        ...{ since: AT, checkedAt: AT, decidedAt: null, decidedBy: null, decidedWhy: null },
      };
      const row = { ...deposit, requestId: id, address: OTHER, state: "confirmed", seenAt: AT };
      await store.commit([
        ...draftWrites(store, newDraft(request)),
        insertDeposit(store, { ...row, custody: "address", movedBy: null }),
        saveCheck(store, check, undefined),
      ]);
      return id;
    };
    const decided = async (to: string | undefined) => {
      const id = await held();
      const look = await lookAtHold(parts(), { id, decision: "refund", to, toName: "--to" });
      await look.decide({ by: "Ada", reason: "case 9" });
      const request = await requestById(store, id);
      const [check] = (await checksOfRequest(store, id)).filter(({ purpose }) => purpose === "refund");
      return { outlook: look.outlook, request, check };
    };

    for (const to of [undefined, SENDER])
      it(`leaves it to the solver to look whether that is a contract, with ${to ? "its address" : "no address"} given`, async () => {
        const { outlook, request, check } = await decided(to);
        expect(outlook)
          .to.contain(`it goes back to ${SENDER}`)
          .and.to.contain("Where the sender is a contract");
        expect(request).to.include({ state: "refunding", refundTo: TO_SENDER, held: undefined });
        expect(check, "the address is not asked about again").to.include({ state: "served" });
        expect(check?.subject).to.equal(request && subjectOf(refundQuestion(request)));
      });

    it("pays another address that is given", async () => {
      const { request } = await decided(OTHER);
      expect(request).to.include({ state: "refunding", refundTo: OTHER });
    });
  });
});
