import { Router } from "express";
import type { z } from "zod";
import type { User } from "../../../domain/access/user.ts";
import { userOfKey } from "../../../usecases/access/storeUsers.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { authenticate, requireKeyWith } from "../../auth.ts";
import { ValidationError, type Problem } from "../../errors.ts";
import { presentUser } from "./presentUsers.ts";
import { ownUserBody, readUserBody } from "./userBodies.ts";

/** The user whose key it is. What the browser asks a password for is not changed by a key. */
export function ownUserRoutes(gateway: Gateway): Router {
  const router = Router();
  const { users } = gateway.persistence;
  const path = "/api/v1/users/me";

  router.get(path, requireKeyWith(gateway, "user.canviewprofile"), async (request, response) => {
    response.json(presentUser(await userOfKey(gateway, await authenticate(gateway, request))));
  });

  router.put(path, requireKeyWith(gateway, "user.canmodifyprofile"), async (request, response) => {
    const user = await userOfKey(gateway, await authenticate(gateway, request));
    const body = readUserBody(ownUserBody, request.body);
    const refused = credentialsIn(body, user);
    if (refused.length > 0) throw new ValidationError(refused);
    const { language = user.preferences.language, theme = user.preferences.theme } = body.crosstill ?? {};
    const chosen = {
      ...(language === undefined ? {} : { language }),
      ...(theme === undefined ? {} : { theme }),
    };
    const preferences = { ...user.preferences, ...chosen };
    await users.change(user.id, { preferences });
    response.json(presentUser({ ...user, preferences }));
  });
  return router;
}

/** What a body says of how the user signs in and where notices go, other than it is. */
function credentialsIn(body: z.output<typeof ownUserBody>, { name, email }: User): readonly Problem[] {
  const { name: newName = name, email: newEmail = email, currentPassword, newPassword } = body;
  const problem = (path: string, message: string): Problem => ({ path, message, code: "invalid" });
  return [
    ...(newName === name
      ? []
      : [problem("Name", "Expected the name as it is: the user signs in with it, and no key changes it.")]),
    ...(newEmail === email
      ? []
      : [
          problem(
            "Email",
            "Expected the address as it is: security notices go there. Change it in the browser, on the page of the account.",
          ),
        ]),
    ...(newPassword === undefined && currentPassword === undefined
      ? []
      : [
          problem(
            "NewPassword",
            "Expected no password: no key changes it. Change it in the browser, on the page of the account.",
          ),
        ]),
  ];
}
