import { Router, type RequestHandler } from "express";
import type { Bookkeeping } from "../../usecases/books/makeStatement.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { authorizeRoutes } from "../authorize/routes.ts";
import { HttpError } from "../errors.ts";
import { readForm } from "../readBody.ts";
import { areaRoutes } from "./developers/areaRoutes.ts";
import { sessionCookie } from "./cookie.ts";
import type { AuthDeps } from "./visitor.ts";
import { createSessionGuard, type SessionGuard } from "./sessionGuard.ts";
import { eventsPage } from "./developers/eventsPage.ts";
import { invoicesPage } from "./invoices/invoicesPage.ts";
import { appearanceRoutes } from "./appearanceRoutes.ts";
import { AUTHORIZE_PATH, OWNER_PATH } from "./paths.ts";
import { valuationPage } from "./valuationPage.ts";
import { statementPage } from "./statementPage.ts";
import { accountRoutes } from "./account/accountRoutes.ts";
import { auditLogRoutes } from "./people/auditLogRoutes.ts";
import { notificationPages } from "./account/notificationPages.ts";
import { pendingChangePages } from "./people/pendingChangePages.ts";
import { peopleRoutes } from "./people/peopleRoutes.ts";
import { exportsPage } from "./exportsPage.ts";
import { overviewPage, type HealthLine } from "./overview/overviewPage.ts";
import { preferenceRoutes } from "./account/preferenceRoutes.ts";
import { confirmRoutes } from "./account/confirmRoutes.ts";
import { emailRoutes } from "./account/emailRoutes.ts";
import { setupRoutes } from "./account/setupRoutes.ts";
import { usersPage } from "./people/usersPage.ts";
import type { Translate } from "../../../languages/merchantWords.ts";
import { signInRoutes } from "./account/signInRoutes.ts";
import { sentence } from "../../../values/sentence.ts";

type OwnerOptions = Readonly<{
  /** Pages that need more of the gateway, behind the same guard. */
  further?: (door: SessionGuard) => Router;
  /** How the parts of the gateway are, for administrators. */
  health?: (tr: Translate) => Promise<readonly HealthLine[]>;
}>;

/**
 * The owner's pages: account, stores and keys, and the page on which applications ask for a key.
 */
export function ownerRoutes(
  gateway: AuthDeps & Bookkeeping & Pick<Gateway, "mailer" | "signer" | "readWebsite">,
  publicUrl: string,
  { further, health = async () => [] }: OwnerOptions = {},
): Router {
  const router = Router();
  const cookie = sessionCookie(publicUrl);
  if (!cookie) return router.use([OWNER_PATH, AUTHORIZE_PATH], refusePlainHttp);
  const door = createSessionGuard(gateway, publicUrl, cookie);
  const forms = readForm("16kb");
  router.use([OWNER_PATH, AUTHORIZE_PATH], ...forms);
  router.use(signInRoutes(gateway, door));
  router.use(setupRoutes(gateway, door));
  router.use(emailRoutes(gateway, door));
  router.use(confirmRoutes(gateway, door));
  router.use(accountRoutes(gateway, door));
  router.use(preferenceRoutes(gateway, door));
  router.use(usersPage(gateway, door, publicUrl));
  router.use(notificationPages(gateway, door, publicUrl));
  router.use(peopleRoutes(gateway, door, publicUrl), pendingChangePages(gateway, door));
  router.use(auditLogRoutes(gateway, door));
  router.use(overviewPage(gateway, door, health));
  router.use(exportsPage(gateway, door));
  router.use(invoicesPage(gateway, door)); // before the page of an invoice, whose path would take "selected" for an id
  if (further) router.use(further(door)); // before the page of a store, whose path would take "new" for an id
  router.use(areaRoutes(gateway, door));
  router.use(eventsPage(gateway, door));
  router.use(appearanceRoutes(gateway, door));
  router.use(statementPage(gateway, door), valuationPage(gateway, door));
  router.use(authorizeRoutes(gateway, door));
  return router;
}

const refusePlainHttp: RequestHandler = () => {
  throw new HttpError(
    403,
    "https-needed",
    sentence(
      "Over plain http your password can be read by anyone on the network path. Set PUBLIC_URL to an https address; on this machine alone http://localhost works too.",
    ),
  );
};
