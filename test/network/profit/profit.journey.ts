import { isFull } from "../../support/sizes.ts";
import { playPayments } from "./randomPayments.ts";

const SEED = 20_261_125;
const PAYMENTS = isFull ? 10 : 5;

describe("profit and loss", () => {
  it(`of ${PAYMENTS} random payments are by the audit what the chains say, to the unit`, async function () {
    this.timeout(300_000);
    await playPayments(PAYMENTS, SEED);
  });
});
