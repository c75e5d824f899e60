import type { WebhookSender } from "../../src/gateway/ports/webhookPort.ts";
import type { Chance } from "./chance.ts";

/** A webhook as the merchant's server got it. */
export type Received = Readonly<{ id: string; body: string; event: ReceivedEvent }>;
export type ReceivedEvent = Readonly<{
  type: string;
  invoiceId?: string; // a payout's event has none
  payoutId?: string;
  deliveryId: string;
  payment?: Readonly<{ id: string; destination: string }>;
  crosstill: Readonly<{ sequence: number; version: number; status: string; additionalStatus: string }>;
}>;

/** A merchant's server that takes webhooks, or refuses some or all: then they come later, and in another order. */
export type Receiver = WebhookSender &
  Readonly<{
    /** The attempts since this was last asked. */
    fresh(): readonly Received[];
    taken: readonly Received[];
    /** Every attempt, taken or not. */
    attempts: readonly Received[];
    setMood(mood: ReceiverMood): void;
  }>;
export type ReceiverMood = "well" | "picky" | "down";

export function createReceiver(chance: Chance): Receiver {
  const taken: Received[] = [];
  const attempts: Received[] = [];
  let mood: ReceiverMood = "well";
  let seen = 0;
  return {
    taken,
    attempts,
    fresh() {
      const from = seen;
      seen = attempts.length;
      return attempts.slice(from);
    },
    setMood: (next) => void (mood = next),
    async send({ id, body }) {
      const received = { id, body, event: JSON.parse(body) as ReceivedEvent };
      attempts.push(received);
      if (mood === "down") return { kind: "failed", reason: "Nobody answers." };
      if (mood === "picky" && chance.is(0.5)) return { kind: "answered", status: 503 };
      taken.push(received); // and a receiver that took it may still fail to say so
      if (mood === "picky" && chance.is(0.2)) return { kind: "failed", reason: "The line broke." };
      return { kind: "answered", status: 200 };
    },
  };
}
