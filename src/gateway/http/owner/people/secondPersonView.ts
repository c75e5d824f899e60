import type { Response } from "express";
import { listSecondPeople } from "../../../usecases/access/twoPeople.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime } from "../readableTime.ts";
import type { AuthDeps } from "../visitor.ts";

/** Shows who can be the second person beside `first` now, and who from when. */
export async function secondPersonView(
  gateway: Pick<AuthDeps, "persistence" | "clock">,
  response: Response,
  storeId: string,
  first: string,
) {
  const zone = pageZone(response, storeId);
  const people = await listSecondPeople(gateway, storeId, first);
  return {
    now: people.flatMap(({ name, from }) => (from === undefined ? [name] : [])),
    later: people.flatMap(({ name, from }) =>
      from === undefined ? [] : [{ name, time: readableTime(from, zone) }],
    ),
  };
}
