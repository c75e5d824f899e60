import type { Express, RequestHandler } from "express";

/** A route of an application, with its handlers in their order: the last one answers, those before it are guards. */
export type Route = Readonly<{ method: string; path: string; handlers: readonly RequestHandler[] }>;

type Layer = Readonly<{
  route?: Readonly<{ path: string; stack: readonly Readonly<{ method: string; handle: RequestHandler }>[] }>;
  handle: RequestHandler & Readonly<{ stack?: readonly Layer[] }>;
}>;

/** Every route of an application and of the routers inside it. */
export function routesOf(app: Express): readonly Route[] {
  return walk(app.router.stack as unknown as readonly Layer[]);
}

function walk(stack: readonly Layer[]): readonly Route[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return walk(handle.stack ?? []);
    const methods = [...new Set(route.stack.map(({ method }) => method))];
    return methods.map((method) => ({
      method: method.toUpperCase(),
      path: route.path,
      handlers: route.stack.filter((one) => one.method === method).map((one) => one.handle),
    }));
  });
}

/** "GET /owner". */
export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** True for the pages and forms behind the session guard, and those by which a person signs in. */
export function isOwners({ path }: Route): boolean {
  return /^\/(owner|api-keys\/authorize)(\/|$)/.test(path) || path.startsWith("/owner/audit-log");
}

/** True for what an API key opens. */
export function isApi({ path }: Route): boolean {
  return path.startsWith("/api/v1/") || path.startsWith("/misc/");
}
