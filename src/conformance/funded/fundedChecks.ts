import { SECOND_MS } from "../../values/time.ts";
import { statusMeaning } from "../../intents/status.ts";
import { expect, expectSafe, type Check, type Context } from "../check.ts";
import { Blocked, NotApplicable } from "../finding.ts";
import { fieldsOf, listOf } from "../json.ts";
import { describe } from "../service.ts";
import { shown } from "../shown.ts";
import type { Paid, Payments } from "./paid.ts";

const LATER_POLLS = 3;
const ORDER = ["waiting", "moving", "success"] as const; // by what the words mean: services have several for moving

/** What only a payment shows. A payment is made once, and several checks look at it. */
export const FUNDED_CHECKS: readonly Check[] = [
  paying(["service.solver"], async (payments) => {
    const paid = succeeded(await payments.bridge(), "service.solver");
    expectSafe(
      paid.received > 0n,
      `${paid.requestId} is success: expected the money at the recipient, got ${paid.received}`,
    );
    return `request ${paid.requestId}: ${paid.received} received`;
  }),
  paying(["service.indexing"], async (payments, { service, routes }) => {
    const { sent } = await payments.bridge();
    const chainId = String((routes.token ?? routes.native)?.from.chainId);
    const txHash = sent.at(-1);
    const answer = await service.post("/transactions/index", { chainId, txHash });
    if (answer.status === 404) throw new NotApplicable(`the service indexes on its own: ${describe(answer)}`);
    expect(answer.status === 200, `the deposit ${txHash}: expected 200, got ${describe(answer)}`);
    return `the deposit ${txHash} is taken`;
  }),
  paying(["state.pending"], async (payments) => {
    const { words } = succeeded(await payments.bridge(), "service.solver");
    const told = words.filter((word) => word !== "unknown"); // which may be told before a request is known
    const places = told.map((word) => ORDER.findIndex((one) => one === statusMeaning(word)));
    const isInOrder = places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
    expect(isInOrder, `expected waiting, pending, success in this order, got ${shown(words.join(", "))}`);
    return words.join(", ");
  }),
  paying(["state.success"], async (payments, { service }) => {
    const { requestId } = succeeded(await payments.bridge(), "service.solver");
    for (let poll = 0; poll < LATER_POLLS; poll++) {
      await service.wait(SECOND_MS);
      const answer = await service.get(`/intents/status/v3?requestId=${encodeURIComponent(requestId)}`);
      const { status } = fieldsOf(answer.json);
      expect(
        status === "success",
        `request ${requestId} was success: expected it to stay so, got ${shown(status)}`,
      );
    }
    return `it stays success over ${LATER_POLLS} polls`;
  }),
  paying(["state.failure", "error.refund", "rule-6"], async (payments) => {
    const { outcome, amount, lost, requestId, failReason } = await payments.underpaid();
    expect(
      outcome === "refund" || outcome === "failure",
      `request ${requestId}, paid with less than it asks for: expected refund or failure, got ${outcome}`,
    );
    if (outcome === "failure") return `request ${requestId}: failure, ${failReason ?? "no reason given"}`;
    expectSafe(
      lost < amount,
      `request ${requestId} is refund: expected money back of ${amount}, the payer has ${lost} less`,
    );
    return `request ${requestId}: refund, ${amount - lost} of ${amount} came back`;
  }),
  paying(["rule-2"], async (payments) => {
    const { received, minimum, requestId } = succeeded(await payments.address(), "rule-2");
    if (minimum === undefined) throw new NotApplicable("quotes state no minimum");
    expectSafe(received >= minimum, `request ${requestId}: expected at least ${minimum}, got ${received}`);
    return `${received} received, at least ${minimum} were promised`;
  }),
  paying(["rule-3", "deposit.any-value"], async (payments) => {
    const { received, requestId } = succeeded(await payments.otherAmount(), "rule-3");
    const { received: less } = succeeded(await payments.address(), "rule-2");
    expect(
      received > less,
      `request ${requestId}, paid with half as much again: expected more than ${less}, got ${received}`,
    );
    return `half as much again brought ${received} instead of ${less}`;
  }),
  paying(["deposit.reusable"], async (payments) => {
    succeeded(await payments.address(), "rule-2");
    return `a second deposit to the address brought ${await payments.addressAgain()}`;
  }),
  paying(["client.transaction"], async (payments) => {
    const { sent } = succeeded(await payments.bridge(), "service.solver");
    return `sent as the steps say: ${sent.join(", ")}`;
  }),
  paying(["client.signature"], async (payments, { samples }) => {
    const { steps } = await samples.of("permit");
    const signs = steps.some(({ items }) => items.some(({ is }) => is === "signature"));
    if (!signs) throw new NotApplicable("usePermit brings no signature step at this service");
    const { received } = succeeded(await payments.permit(), "client.signature");
    return `a signature brought ${received}, the wallet sent nothing`;
  }),
  paying(["rule-1", "limit.confirmations"], async (payments) => {
    const { early, requestId, received } = succeeded(await payments.bitcoin(), "rule-1");
    if (early === undefined) throw new NotApplicable("--explorer is needed to know when a block came");
    const ended = early.filter((word) => statusMeaning(word) === "success");
    expect(
      ended.length === 0,
      `request ${requestId}: expected no success before a block, got ${early.join(", ")}`,
    );
    return `${early.join(", ")} before the block, ${received} received after it`;
  }),
  paying(["bitcoin.anyone"], async (payments, { wallets, parties }) => {
    const own = wallets?.bitcoin?.psbt?.address;
    if (own === undefined || own === parties.bitcoin.user)
      throw new NotApplicable("the Bitcoin user of quotes is the payer, or the payer's address is not known");
    succeeded(await payments.bitcoin(), "rule-1");
    return `quoted for ${parties.bitcoin.user}, paid by ${own}`;
  }),
  paying(["bitcoin.psbt"], async (payments) => {
    const { sent, received } = succeeded(await payments.psbt(), "bitcoin.psbt");
    return `signed, finalised and broadcast as ${sent.join(", ")}: ${received} received`;
  }),
  paying(["stream.status"], async (payments) => {
    const { pushed, words } = succeeded(await payments.bridge(), "service.solver");
    if (pushed === undefined) throw new NotApplicable("the service has no stream at /stream");
    expect(
      pushed.at(-1) === "success",
      `expected the stream to tell success at the end, got ${shown(pushed.join(", "))}`,
    );
    const untold = words.filter((word) => word !== "waiting" && word !== "unknown" && !pushed.includes(word));
    expect(
      untold.length === 0,
      `expected what polls saw, ${words.join(", ")}; the stream did not tell ${untold.join(", ")}`,
    );
    return `told: ${pushed.join(", ")}`;
  }),
  paying(["x.children"], async (payments, { service }) => {
    const { depositAddress = "" } = succeeded(await payments.address(), "rule-2");
    await payments.addressAgain();
    const answer = await service.get(
      `/requests/v2?depositAddress=${encodeURIComponent(depositAddress)}&includeChildRequests=true`,
    );
    if ([401, 403, 404].includes(answer.status))
      throw new NotApplicable(`the service does not list requests (${answer.status})`);
    const ids = listOf(fieldsOf(answer.json)["requests"]).map((row) => fieldsOf(row)["id"]);
    expect(
      new Set(ids).size >= 2,
      `two deposits to ${depositAddress}: expected two requests, got ${shown(ids)}`,
    );
    return `two deposits are ${new Set(ids).size} requests`;
  }),
];

function paying(
  rows: Check["rows"],
  judge: (payments: Payments, context: Context) => Promise<string>,
): Check {
  return {
    rows,
    funded: true,
    async run(context) {
      if (!context.payments) throw new NotApplicable("--funded is needed");
      return judge(context.payments, context);
    },
  };
}

/** A payment that ended well. Throws Blocked by the row that says that it should. */
function succeeded<T extends Paid>(paid: T, row: string): T {
  if (paid.outcome === "success") return paid;
  const { requestId, outcome, failReason, words } = paid;
  const why = failReason === undefined ? "" : `, ${failReason}`;
  throw new Blocked(
    row,
    `request ${requestId}: expected success, got ${outcome}${why} (${words.join(", ")})`,
  );
}
