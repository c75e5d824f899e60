import { once } from "node:events";
import net from "node:net";
import express from "express";
import { expect } from "chai";
import { readForm, readJson } from "../../../src/gateway/http/readBody.ts";

/** Bodies that are read are looked at in errors.test.ts. */
describe("a body whose sender has hung up before it was read", () => {
  for (const [name, type, read] of [
    ["JSON", "application/json", readJson("64kb")],
    ["a form", "application/x-www-form-urlencoded", readForm("1kb")],
  ] as const) {
    it(`is never taken for none: ${name}`, async () => {
      const app = express();
      app.use((request, _response, next) => {
        request.socket.once("close", () => next()); // the process was busy meanwhile
      });
      const done = new Promise<string>((resolve) => {
        app.post("/", ...read, (request) => resolve(`done with ${JSON.stringify(request.body)}`));
        app.use((error: Error, _request: unknown, _response: unknown, _next: unknown) =>
          resolve(error.message),
        );
      });
      const server = app.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as net.AddressInfo;
      const socket = net.connect(port, "127.0.0.1");
      await once(socket, "connect");
      const body = '{"amount":"25.00"}';
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`); // prettier-ignore
      setImmediate(() => socket.destroy());
      expect(await done).to.equal("The connection ended before the body was read.");
      server.close();
    });
  }
});
