import net from "node:net";

/** A block with its time (unix seconds) and the one transaction in it; empty where that is left out. */
export type SentTransaction = Readonly<{ raw?: `0x${string}`; at: number }>;

const TIMEOUT_MS = 120_000;

/**
 * Sends transactions to a fresh anvil, each followed by its block. All requests go down one connection without waiting
 * for answers in between (HTTP pipelining), which is three times as fast as asking one by one, while a JSON-RPC batch
 * would run in no particular order. Throws when anvil does not answer all of them, or refuses more than one.
 */
export function replayTransactions(port: number, transactions: readonly SentTransaction[]): Promise<void> {
  if (transactions.length === 0) return Promise.resolve();
  const requests = transactions.flatMap(({ raw, at }) => [
    ...(raw === undefined ? [] : [httpRequest("eth_sendRawTransaction", [raw])]),
    httpRequest("evm_mine", [{ timestamp: at }]),
  ]);
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    const fail = (cause?: Error) => {
      socket.destroy();
      reject(
        new Error(`anvil did not take back its ${transactions.length} journaled transactions.`, { cause }),
      );
    };
    let answered = 0;
    let tail = "";
    let said = "";
    socket.setEncoding("latin1").setTimeout(TIMEOUT_MS, fail);
    socket.on("data", (text: string) => {
      const parts = (tail + text).split(STATUS_LINE);
      said += text;
      answered += parts.length - 1;
      tail = (parts.at(-1) ?? "").slice(1 - STATUS_LINE.length); // a status line may be cut in two
      if (answered < requests.length) return;
      socket.end();
      const [, ...refusals] = said.split('"error":');
      if (refusals.length <= MOST_REFUSALS) resolve();
      else fail(new Error(`It refused ${refusals.length}, the first with ${refusals[0]?.slice(0, 200)}`));
    });
    socket.on("error", fail);
    socket.on("close", () => fail());
    socket.write(requests.join(""));
  });
}

const STATUS_LINE = "HTTP/1.1 200";
const MOST_REFUSALS = 1; // anvil may have died over the last one before it could refuse it

function httpRequest(method: string, params: readonly unknown[]): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return `POST / HTTP/1.1\r\nhost: anvil\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
