import { Router } from "express";
import { ADMIN_RULE, rolesIn } from "../../../domain/access/roles.ts";
import type { Role } from "../../../domain/access/user.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { peopleOf } from "../../../usecases/access/people.ts";
import { addUserBy, changeRoleBy, removeUserBy } from "../../../usecases/access/storeUsers.ts";
import { authenticate, requireKeyWith, requirePermission } from "../../auth.ts";
import { setupPath } from "../../owner/paths.ts";
import { param } from "../query.ts";
import { auditAs } from "../recordCalls.ts";
import { presentRole, presentStoreUser } from "./presentUsers.ts";
import { addUserBody, readUserBody, roleBody } from "./userBodies.ts";

/** The users of a store and its roles. A key sees no users of other stores, and gives no role that may do more than itself. */
export function storeUserRoutes(gateway: Gateway): Router {
  const router = Router();
  const path = "/api/v1/stores/:storeId/users";
  const managesUsers = requirePermission(gateway, "canmanageusers");

  router.get(path, managesUsers, async (request, response) => {
    const { people } = await peopleOf(gateway, param(request, "storeId"));
    response.json(people.map(presentStoreUser));
  });

  router.post(path, managesUsers, async (request, response) => {
    const { userId, id, email, ...said } = readUserBody(addUserBody, request.body);
    const key = await authenticate(gateway, request);
    const named = userId ?? id ?? email ?? "";
    const role = roleSaid(said, key.storeId);
    auditAs(response, await addUserBy({ ...gateway, pathOf: setupPath }, key, named, role));
    response.status(200).end();
  });

  router.put(`${path}/:idOrEmail`, managesUsers, async (request, response) => {
    const said = readUserBody(roleBody, request.body);
    const key = await authenticate(gateway, request);
    const role = roleSaid(said, key.storeId);
    auditAs(response, await changeRoleBy(gateway, key, param(request, "idOrEmail"), role));
    response.status(200).end();
  });

  router.delete(`${path}/:idOrEmail`, managesUsers, async (request, response) => {
    const key = await authenticate(gateway, request);
    auditAs(response, await removeUserBy(gateway, key, param(request, "idOrEmail")));
    response.status(200).end();
  });

  router.get(
    "/api/v1/stores/:storeId/roles",
    requirePermission(gateway, "canmodifystoresettings"),
    async (request, response) => {
      const roles = rolesIn(await gateway.persistence.members.roles(), param(request, "storeId"));
      response.json(roles.filter(isGiven).map(presentRole));
    },
  );

  router.get(
    "/api/v1/server/roles",
    requireKeyWith(gateway, "canmodifystoresettings"),
    async (_request, response) => {
      const known = await gateway.persistence.members.roles();
      const ofServer = known.filter(({ storeId }) => storeId === undefined);
      response.json(rolesIn(ofServer, "").filter(isGiven).map(presentRole));
    },
  );
  return router;
}

/** A rule for administrators is kept among the roles, and is none that users are given. */
function isGiven({ name }: Role): boolean {
  return name !== ADMIN_RULE;
}

/** The name of a role, however a client wrote it: `Owner`, or `STOREID::name` as in the list of roles. */
function roleSaid(
  { role, storeRole }: Readonly<{ role?: string | undefined; storeRole?: string | undefined }>,
  storeId: string,
): string {
  const said = role ?? storeRole ?? "";
  const name = said.startsWith(`${storeId}::`) ? said.slice(storeId.length + 2) : said;
  return name.toLowerCase();
}
