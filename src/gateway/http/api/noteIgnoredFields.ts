import type { RequestHandler } from "express";
import { z } from "zod";
import type { Gateway } from "../../usecases/gateway.ts";
import { keyOfCall } from "../auth.ts";
import { OPERATIONS } from "../reference/operations.ts";
import type { Operation } from "../reference/operation.ts";
import { ROUTES, type OperationName } from "../reference/paths.ts";

/** The response header with the fields of a body that the call does not read. */
export const IGNORED_FIELDS = "Crosstill-Ignored-Fields";

const MOST_NAMED = 20;
const LONGEST_NAME = 60;
const MOST_REMEMBERED = 1_000; // a shop sends the same fields with every sale: they are logged once

type Route = Readonly<{ name: OperationName; pattern: RegExp; known: readonly z.ZodType[] }>;

/** Calls with a body. Fields of the answer count as known: clients send back what they have read. */
const ROUTES_WITH_BODY: readonly Route[] = Object.entries(OPERATIONS).flatMap(([key, operation]) => {
  const name = key as OperationName; // OPERATIONS has no other keys
  const { body, answer }: Operation = operation;
  const pattern = new RegExp(`^${ROUTES[name].replace(/\{\w+\}/g, "[^/]+")}/?$`);
  return body ? [{ name, pattern, known: answer ? [body, answer] : [body] }] : [];
});

/**
 * Names the fields of a body that no schema of the call has, in a response header and once in the log. Greenfield's clients
 * may send what they like, so such a field is no error; it may be a misspelt one all the same.
 */
export function noteIgnoredFields({ log }: Pick<Gateway, "log">): RequestHandler {
  const logged = new Set<string>();
  return (request, response, next) => {
    const route = ROUTES_WITH_BODY.find(({ pattern }) => pattern.test(`${request.method} ${request.path}`));
    const fields = route ? unknownFields(request.body, route.known).slice(0, MOST_NAMED) : [];
    if (!route || fields.length === 0) return next();
    response.set(IGNORED_FIELDS, fields.join(", "));
    response.once("finish", () => {
      const key = keyOfCall(request);
      const subject = `${key?.id ?? ""} ${route.name} ${fields.join()}`;
      if (!key || logged.has(subject)) return;
      if (logged.size >= MOST_REMEMBERED) logged.clear();
      logged.add(subject);
      log.info("api.fields_ignored", { operation: route.name, fields, keyId: key.id, storeId: key.storeId });
    });
    next();
  };
}

/** The paths of the fields that none of the schemas has, in the form that fits into a header. */
export function unknownFields(value: unknown, schemas: readonly z.ZodType[], path = ""): readonly string[] {
  if (Array.isArray(value)) {
    const elements = schemas
      .flatMap(parts)
      .flatMap((one) => (one instanceof z.ZodArray ? [one.element] : []));
    return elements.length === 0
      ? []
      : value.flatMap((one) => unknownFields(one, elements as z.ZodType[], path));
  }
  if (typeof value !== "object" || value === null) return [];
  const all = schemas.flatMap(parts);
  const objects = all.filter((one) => one instanceof z.ZodObject);
  const isOpen = all.some(
    (one) => one instanceof z.ZodRecord || one instanceof z.ZodUnknown || one instanceof z.ZodAny,
  );
  if (isOpen || objects.length === 0) return [];
  const found = Object.entries(value).flatMap(([name, inner]) => {
    const known = objects.flatMap(({ shape }) =>
      Object.hasOwn(shape, name) ? [shape[name] as z.ZodType] : [],
    );
    const field = `${path}${encodeURIComponent(name.slice(0, LONGEST_NAME).replace(/\p{Cs}/gu, "?"))}`;
    return known.length === 0 ? [field] : unknownFields(inner, known, `${field}.`);
  });
  return [...new Set(found)];
}

/** The schemas that a schema wraps: what is optional, transformed or one of several. */
function parts(schema: z.ZodType): readonly z.ZodType[] {
  const { def } = schema as unknown as Readonly<{ def: Readonly<Record<string, unknown>> }>; // of any kind of schema
  const inner = [
    def["innerType"],
    def["in"],
    def["out"],
    ...((def["options"] as readonly unknown[] | undefined) ?? []),
  ];
  const wrapped = inner.filter((one): one is z.ZodType => one instanceof z.ZodType);
  return wrapped.length === 0 ? [schema] : wrapped.flatMap(parts);
}
