import type { Response } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import type { Viewers } from "../ports/viewersPort.ts";
import { SECOND_MS, type Clock, type Instant } from "../../values/time.ts";

const REMEMBERED_MS = 20 * SECOND_MS; // a page without a stream reloads within this time
const HEARTBEAT_MS = 15 * SECOND_MS; // keeps proxies from closing a quiet stream; a page without one for 30 s polls (checkout.js)
const STREAMS_PER_INVOICE = 50;
const STREAMS_PER_ADDRESS = 100; // an office shares one address; further pages poll

/** The open checkout pages, and the server-sent events to them. */
export type ViewerHub = Viewers &
  Readonly<{
    /** The invoices with pages that are open at this process. */
    watchedHere(): readonly string[];
    /** What is watched at other processes; replaces what was given before. */
    watchElsewhere(invoiceIds: readonly string[]): void;
    /** The invoices with streams here, each with the version that they were told of. */
    shown(): ReadonlyMap<string, number>;
    /** A page was just loaded, or its state was requested. */
    saw(invoiceId: string): void;
    /** Streams the invoice's news to this response until either side hangs up. False when it or the reader's address has too many already. */
    stream(invoiceId: string, version: number, response: Response): boolean;
    /** Subscribes to new versions of every invoice. */
    onNews(listener: (invoiceId: string) => void): void;
    close(): void;
  }>;

/** A hub without open pages. */
export function createViewerHub(clock: Clock): ViewerHub {
  const streams = new Map<string, Set<Response>>();
  const byAddress = new Map<string, Set<Response>>(); // of the readers
  const seenAt = new Map<string, Instant>();
  const told = new Map<string, number>(); // the versions of the invoices with streams
  let elsewhere: ReadonlySet<string> = new Set();
  const listeners: ((invoiceId: string) => void)[] = [];
  const heartbeat = setInterval(() => {
    for (const open of streams.values())
      for (const response of open) response.write("event: heartbeat\ndata: {}\n\n");
  }, HEARTBEAT_MS).unref();

  const isRecent = (invoiceId: string) => clock() - (seenAt.get(invoiceId) ?? 0) < REMEMBERED_MS;
  const watchedHere = () => {
    for (const invoiceId of seenAt.keys()) if (!isRecent(invoiceId)) seenAt.delete(invoiceId);
    return [...new Set([...streams.keys(), ...seenAt.keys()])];
  };
  return {
    isWatched: (invoiceId) => streams.has(invoiceId) || isRecent(invoiceId) || elsewhere.has(invoiceId),
    watched: () => [...new Set([...watchedHere(), ...elsewhere])],
    watchedHere,
    shown: () => told,
    watchElsewhere: (invoiceIds) => void (elsewhere = new Set(invoiceIds)),
    announce(invoiceId, version) {
      if (version !== undefined && streams.has(invoiceId)) told.set(invoiceId, version);
      for (const tell of listeners) tell(invoiceId);
      for (const response of streams.get(invoiceId) ?? []) send(response, version);
    },
    saw(invoiceId) {
      seenAt.set(invoiceId, clock());
    },
    stream(invoiceId, version, response) {
      const places = [
        { of: streams, name: invoiceId, most: STREAMS_PER_INVOICE },
        { of: byAddress, name: ipKeyGenerator(response.req.ip ?? ""), most: STREAMS_PER_ADDRESS },
      ];
      if (places.some(({ of, name, most }) => (of.get(name)?.size ?? 0) >= most)) return false;
      for (const { of, name } of places) of.set(name, (of.get(name) ?? new Set()).add(response));
      told.set(invoiceId, Math.min(version, told.get(invoiceId) ?? version));
      response.on("close", () => {
        for (const { of, name } of places) {
          of.get(name)?.delete(response);
          if (of.get(name)?.size === 0) of.delete(name);
        }
        if (!streams.has(invoiceId)) told.delete(invoiceId);
      });
      response.set({
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
      });
      response.flushHeaders();
      send(response, version); // the page may have missed a change between its load and this stream
      return true;
    },
    onNews(listener) {
      listeners.push(listener);
    },
    close() {
      clearInterval(heartbeat);
      for (const open of streams.values()) for (const response of open) response.end();
    },
  };
}

function send(response: Response, version: number | undefined): void {
  if (version === undefined) return void response.write("event: again\ndata: {}\n\n");
  response.write(`event: changed\ndata: ${JSON.stringify({ version })}\n\n`);
}
