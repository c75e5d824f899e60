import type { RawData } from "ws";
import { z } from "zod";

/** The only event of the stream. */
export const EVENT = "request.status.updated";

/** What a client wants, or why it was not understood. */
export type StreamMessage =
  | Readonly<{ type: "subscribe" | "unsubscribe"; id: string }>
  | Readonly<{ type: "error"; id: ""; message: string }>;

const schema = z.object({
  type: z.enum(["subscribe", "unsubscribe"]),
  event: z.literal(EVENT),
  filters: z.object({ id: z.string().regex(/^0x[0-9a-fA-F]{64}$/) }),
});

const EXPECTED = `Expected {"type":"subscribe","event":"${EVENT}","filters":{"id":"<requestId>"}} or the same with "unsubscribe".`;

/** Reads a frame. Ids are kept in lower case, as quotes give them. */
export function readMessage(frame: RawData): StreamMessage {
  const { data } = schema.safeParse(parse(frame));
  if (!data) return { type: "error", id: "", message: EXPECTED };
  return { type: data.type, id: data.filters.id.toLowerCase() };
}

function parse(frame: RawData): unknown {
  try {
    return JSON.parse(Buffer.from(frame as Buffer).toString("utf8")) as unknown; // ws gives whole messages as one Buffer
  } catch {
    return undefined;
  }
}
