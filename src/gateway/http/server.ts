import http from "node:http";
import express, { type Express } from "express";

/**
 * An express application and an http server with request and response classes that carry express'
 * prototypes already. Express otherwise swaps the prototype of both objects on every request, which defeats
 * V8's optimisations: measured five times slower. Use Routers under this application, never mounted
 * sub-applications, which would swap them again.
 */
export function createHttpServer(): Readonly<{ app: Express; server: http.Server }> {
  const app = express();
  class Request extends http.IncomingMessage {}
  class Response extends http.ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  // Express declares these as instances; what it reads from them is the prototype.
  app.request = Request.prototype as typeof app.request;
  app.response = Response.prototype as typeof app.response;
  app.disable("x-powered-by");
  app.disable("etag"); // clients of the merchant API accept 200 only, never 304
  const server = http.createServer(
    { IncomingMessage: Request, ServerResponse: Response },
    (request, response) =>
      app(request as Request & express.Request, response as Response & express.Response, () =>
        starting(response),
      ), // their prototypes are set above
  );
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return { app, server };
}

/** What is asked before the routes are there: they answer everything, also what they do not know. No client may take it for a 404. */
function starting(response: http.ServerResponse): void {
  const body = { code: "starting", message: "Crosstill is starting. Try again in a second." };
  response.writeHead(503, { "content-type": "application/json; charset=utf-8", "retry-after": "1" });
  response.end(JSON.stringify(body));
}

/** Listens, or throws an error that names the port and its setting. Gives the port that was taken (for port 0). */
export function listen(
  server: http.Server,
  port: number,
  host: string | undefined,
  setting = "PORT",
): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} is in use. Stop what listens there, or set ${setting} to another one.`, {
              cause: error,
            })
          : error,
      );
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/**
 * Stops accepting connections and ends the idle and the long-lived ones. Upgraded connections are notified
 * by "closing".
 */
export function closeServer(server: http.Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.emit("closing");
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
  });
}
