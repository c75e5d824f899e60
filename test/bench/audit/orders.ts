import { openConnection, type Connection } from "../connection.ts";
import { serveParent } from "../child.ts";

/** A shop that orders at a steady rate, whether earlier answers have come or not: who waits makes nobody wait less often. */

export type Orders = Readonly<{ url: string; key: string; everyMs: number; forMs: number }>;

const BODY = JSON.stringify({ amount: "24.10", currency: "USD", metadata: { orderId: "order" } });

serveParent({
  /** How many milliseconds each answer took. */
  async order({ url, key, everyMs, forMs }: Orders): Promise<readonly number[]> {
    const { host, pathname } = new URL(url);
    const lines = [
      `host: ${host}`,
      `authorization: token ${key}`,
      "content-type: application/json",
      `content-length: ${BODY.length}`,
    ];
    const request = `POST ${pathname} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${BODY}`;
    const all: Connection[] = [];
    const free: Connection[] = [];
    const once = async (): Promise<number> => {
      const connection = free.pop() ?? openConnection(url);
      if (!all.includes(connection)) all.push(connection);
      const began = performance.now();
      const { status, body } = await connection.send(request);
      if (status !== 200) throw new Error(`${pathname} answered ${status}: ${body.slice(0, 300)}`);
      free.push(connection);
      return performance.now() - began;
    };
    const answers: Promise<number>[] = [];
    const until = performance.now() + forMs;
    while (performance.now() < until) {
      answers.push(once());
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    const took = await Promise.all(answers);
    for (const connection of all) connection.end();
    return took;
  },
});

process.on("disconnect", () => process.exit());
