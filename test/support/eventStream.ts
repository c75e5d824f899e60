/** An open page's stream of events. `next` gives the version that the next one names. */
export async function listen({ url }: Readonly<{ url: string }>, invoiceId: string) {
  const stop = new AbortController();
  const response = await fetch(`${url}/i/${invoiceId}/events`, { signal: stop.signal });
  const reader = response.body?.getReader();
  if (!reader) throw new Error("The stream has no body.");
  let text = "";
  return {
    type: response.headers.get("content-type"),
    async next(): Promise<number> {
      for (;;) {
        text = text.replace(/^(event: heartbeat\ndata: \{\}\n\n)+/, ""); // every 15 seconds of real time
        const event = /^event: changed\ndata: \{"version":(\d+)\}\n\n/.exec(text);
        text = event ? text.slice(event[0].length) : text;
        if (event) return Number(event[1]);
        const { value, done } = await reader.read();
        if (done) throw new Error("The stream ended.");
        text += Buffer.from(value).toString("utf8");
      }
    },
    async close() {
      stop.abort();
      await reader.closed.catch(() => {}); // it ends with the abort
    },
  };
}
