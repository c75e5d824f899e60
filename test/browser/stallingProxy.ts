import net, { type AddressInfo, type Socket } from "node:net";

/** A proxy that can stall: connections that carry a stream of events stay open, and nothing comes through them any more. */
export async function stallingProxy(port: number) {
  const streams = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(port, "127.0.0.1");
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}));
    client.on("data", (chunk) => {
      if (chunk.includes("/events ")) streams.add(upstream);
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => client.write(chunk));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    stall: () => streams.forEach((upstream) => upstream.pause()),
    close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
