import { expect } from "chai";
import { closeServer, createHttpServer, listen } from "../../../src/gateway/http/server.ts";

describe("a server whose routes are not there yet", () => {
  it("tells clients to come again, and does not say that there is nothing", async () => {
    const { app, server } = createHttpServer();
    const port = await listen(server, 0, "127.0.0.1");
    try {
      const early = await fetch(`http://127.0.0.1:${port}/api/v1/stores/any/invoices`, { method: "POST" });
      expect([early.status, early.headers.get("retry-after")]).to.deep.equal([503, "1"]);
      expect(await early.json()).to.include({ code: "starting" });
      app.get("/there", (_request, response) => void response.json({ here: true }));
      expect(await (await fetch(`http://127.0.0.1:${port}/there`)).json()).to.deep.equal({ here: true });
    } finally {
      await closeServer(server);
    }
  });
});
