import { NEXT, type InvoiceState } from "../invoices/invoice.ts";
import { differencesOf } from "../invoices/replay.ts";
import { statusMeaning } from "../../../intents/status.ts";
import {
  announced,
  isMarkedUnsigned,
  when,
  type DecidedRow,
  type InvoiceRecord,
  type Rule,
} from "./record.ts";

/** A change of state that was announced, and what it was decided upon. */
type Move = Readonly<{ version: number; from: InvoiceState; to: InvoiceState; upon: DecidedRow | undefined }>;

/**
 * The state changes by what was announced at the time: every change of state is announced. Unknown once
 * events were removed.
 */
function movesOf({ invoice, events, decided, isPruned }: InvoiceRecord): readonly Move[] {
  if (isPruned) return [];
  const told = events.map((event) => ({ version: event.version, state: announced(event).status }));
  const states = [...told, { version: invoice.version, state: invoice.state }];
  let from: InvoiceState = "New";
  return states.flatMap(({ version, state }) => {
    const to = isState(state) ? state : from;
    const move = { version, from, to, upon: decided.find((one) => one.version === version) };
    from = to;
    return move.from === to ? [] : [move];
  });
}

function isState(word: unknown): word is InvoiceState {
  return typeof word === "string" && Object.hasOwn(NEXT, word);
}

/** I-6: a state moves only as the table allows; a person's mark may move it anywhere. */
export const movesAreAllowed: Rule = (record) => {
  if (isMarkedUnsigned(record)) return [];
  return movesOf(record).flatMap(({ version, from, to, upon }) => {
    const isMarked = upon?.seen.kind === "marked" && upon.seen.as === to;
    return when(!NEXT[from].includes(to) && !isMarked, `version ${version} moved from ${from} to ${to}`);
  });
};

/** I-7: a return to New is announced. */
export const returnsAreAnnounced: Rule = (record) =>
  movesOf(record).flatMap(({ version, from, to }) => {
    const isTold = record.events.some(
      (event) => event.version === version && event.type === "CrosstillReopened",
    );
    return when(to === "New" && !isTold, `version ${version} went from ${from} back to New without an event`);
  });

/** I-9: an unknown status moves no state. */
export const unknownStatusesMoveNothing: Rule = (record) =>
  movesOf(record).flatMap(({ version, from, to, upon }) => {
    const word = upon?.seen.kind === "request" ? upon.seen.word : undefined;
    const isUnknown = word !== undefined && statusMeaning(word) === "unknown";
    return when(isUnknown, `version ${version} moved from ${from} to ${to} upon the word "${word}"`);
  });

/** I-11: an invoice expires by time alone, and only as far as every sensor had looked by then. */
export const expiryIsSeen: Rule = (record) =>
  movesOf(record).flatMap(({ version, to, upon }) => {
    if (to !== "Expired" || record.isOlder || !upon) return [];
    const { seen } = upon;
    const end = record.invoice.terms.expiresAt;
    const isSeen = seen.kind === "tick" && seen.at >= end && seen.sightedAt >= end;
    return when(
      !isSeen,
      `version ${version} expired before it was over, or before a payment could have been seen`,
    );
  });

/** I-12: a person's decision records the person, the reason and the state before. */
export const marksAreSigned: Rule = ({ invoice, decided, isOlder }) => {
  if (isOlder) return [];
  const { marks } = invoice.facts;
  const made = decided.flatMap(({ seen }) => {
    if (seen.kind !== "marked") return [];
    const { as, by, reason, at } = seen;
    return [{ as, by, reason, at }];
  });
  const kept = marks.map(({ from: _from, ...mark }) => mark);
  const isUnsigned = marks.some(({ by, reason }) => by.trim() === "" || reason.trim() === "");
  return [
    ...when(isUnsigned, "it was marked without a name or a reason"),
    ...differencesOf(kept, made, "marks"),
    ...when(
      (invoice.additional === "Marked") !== marks.length > 0,
      `it is ${invoice.additional} and has ${marks.length} marks`,
    ),
  ];
};

/** I-26: versions and events count without a gap, and each version has what it was decided upon. */
export const versionsCount: Rule = ({ invoice, decided, events, isOlder, isPruned }) => {
  const versions = decided.map(({ version }) => version).filter((version) => version > 1);
  const expected = Array.from({ length: invoice.version - 1 }, (_, index) => index + 2);
  const gaps = isOlder ? [] : differencesOf(versions, expected, "decisions");
  const misplaced = events.flatMap((event, index) => {
    const { version, ordinal } = event;
    const before = events[index - 1];
    const isNext = ordinal === (before?.version === version ? before.ordinal + 1 : 0);
    return when(
      !isNext || version > invoice.version || announced(event).version !== version,
      `event ${event.id} is out of place`,
    );
  });
  return [...gaps, ...(isPruned ? [] : misplaced)];
};
