import { Router, type Request, type Response } from "express";
import type { Permission } from "../../../domain/access/permissions.ts";
import { mayIn, type Access } from "../../../domain/access/roles.ts";
import type { Invoice } from "../../../domain/invoices/invoice.ts";
import { readExportAsk } from "../../../usecases/exports/exportAsk.ts";
import { chosenInvoices } from "../../../usecases/exports/exportInvoiceList.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { archiveInvoice, unarchiveInvoice } from "../../../usecases/invoices/labelInvoice.ts";
import { mailInvoice } from "../../../usecases/mail/mailInvoice.ts";
import { UTC } from "../../../../values/zone.ts";
import { HttpError, correctableError } from "../../errors.ts";
import { sendFile } from "../../sendExport.ts";
import { fieldOf, fieldsOf } from "../fields.ts";
import { pageZone } from "../pageZone.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { INVOICES_PATH, placeAfterSignIn } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, requireIn, type AuthDeps } from "../visitor.ts";
import { lineOf } from "./columns.ts";
import { ACTS, MOST_CHOSEN, unchosen, withOutcome, type Act } from "./outcome.ts";

export type Selecting = AuthDeps & Pick<Gateway, "mailer">;

const SELECTED_PATH = `${INVOICES_PATH}/selected`;

const NEEDS: Readonly<Record<Act | "csv", Permission>> = {
  archive: "canmodifyinvoices",
  unarchive: "canmodifyinvoices",
  mail: "canmodifyinvoices", // as in the merchant API
  csv: "canviewreports",
};

type Failure = Readonly<{ invoice: Invoice; message: string }>;

/**
 * What is done with invoices that were ticked in the list: a page says how many they are and asks again, then each is done by
 * itself. A file of them is sent at once.
 */
export function invoiceSelection(gateway: Selecting, door: SessionGuard): Router {
  const router = Router();

  router.post(SELECTED_PATH, ...door.form(), async (request, response) => {
    const wanted = fieldOf(request, "act");
    const act = ACTS.find((one) => one === wanted);
    if (!act && wanted !== "csv")
      throw new HttpError(422, "invalid", wordsFor(response)("Choose what to do with the invoices."));
    const chosen = await chosenIn(gateway, request, response, NEEDS[act ?? "csv"]);
    if (!chosen) return response.redirect(303, unchosen(placeAfterSignIn(fieldOf(request, "back"))));
    if (act) return showSelected(gateway, request, response, { act, chosen });
    const ask = readExportAsk({}, { storeId: undefined, storeZone: UTC, now: gateway.clock() });
    await sendFile(gateway, response, { file: chosenInvoices(chosen), ask, saveAs: "invoices.csv" });
  });

  router.post(`${SELECTED_PATH}/:act`, ...door.form(), async (request, response) => {
    const act = ACTS.find((one) => one === request.params["act"]);
    if (!act) throw new HttpError(404, "not-found", "There is nothing here.");
    const chosen = await chosenIn(gateway, request, response, NEEDS[act]);
    if (!chosen) return response.redirect(303, unchosen(placeAfterSignIn(fieldOf(request, "back"))));
    const failures: Failure[] = [];
    let count = 0;
    for (const invoice of chosen) {
      try {
        if (!(await DOING[act](gateway, invoice))) continue;
      } catch (error) {
        const problem = correctableError(error, wordsFor(response));
        if (!problem) throw error;
        failures.push({ invoice, message: problem.message });
        continue;
      }
      count++;
      await door.record(response, { action: ACTIONS[act], storeId: invoice.storeId, subject: invoice.id });
    }
    if (failures.length > 0)
      return showSelected(gateway, request, response, { act, chosen, count, failures });
    response.redirect(303, withOutcome(placeAfterSignIn(fieldOf(request, "back")), { act, count }));
  });
  return router;
}

const ACTIONS: Readonly<Record<Act, string>> = {
  archive: "invoice.archived",
  unarchive: "invoice.unarchived",
  mail: "invoice.link_mailed",
};

/** Each gives whether it changed anything. */
const DOING: Readonly<Record<Act, (gateway: Selecting, invoice: Invoice) => Promise<boolean>>> = {
  async archive(gateway, invoice) {
    await archiveInvoice(gateway, invoice);
    return invoice.archivedAt === undefined;
  },
  async unarchive(gateway, invoice) {
    if (invoice.archivedAt === undefined) return false;
    await unarchiveInvoice(gateway, invoice);
    return true;
  },
  async mail(gateway, { id }) {
    await mailInvoice(gateway, id, undefined);
    return true;
  },
};

/** What the visitor may do with several invoices of these stores. */
export function selectionActs(
  { mailer }: Pick<Selecting, "mailer">,
  access: Access,
  stores: readonly Readonly<{ id: string }>[],
): readonly (Act | "csv")[] {
  const mayIt = (act: Act | "csv") => stores.some(({ id }) => mayIn(access, id, NEEDS[act]));
  return ([...ACTS, "csv"] as const).filter((act) => mayIt(act) && (act !== "mail" || mailer !== undefined));
}

/** The invoices of a form, each of which the visitor may do this with; undefined where none is chosen, or more than a page has. */
async function chosenIn(
  { persistence }: Selecting,
  request: Request,
  response: Response,
  permission: Permission,
): Promise<readonly Invoice[] | undefined> {
  const ids = [...new Set(fieldsOf(request, "id"))];
  if (ids.length === 0 || ids.length > MOST_CHOSEN) return undefined;
  const chosen: Invoice[] = [];
  for (const id of ids) {
    const invoice = await persistence.invoices.load(id);
    requireIn(response, invoice?.storeId, permission);
    if (invoice) chosen.push(invoice);
  }
  return chosen;
}

type Selected = Readonly<{
  act: Act;
  chosen: readonly Invoice[];
  count?: number; // of those that were done, when some could not be
  failures?: readonly Failure[];
}>;

function showSelected(
  gateway: Selecting,
  request: Request,
  response: Response,
  { act, chosen, count, failures = [] }: Selected,
): void {
  const zone = pageZone(response);
  const view = {
    ...frameOf(gateway, response, chosen[0]?.storeId),
    act,
    path: `${SELECTED_PATH}/${act}`,
    back: placeAfterSignIn(fieldOf(request, "back")),
    invoices: chosen.map((invoice) => lineOf(invoice, { refunds: [] }, [], zone)),
    count,
    failures: failures.map(({ invoice, message }) => ({
      ...lineOf(invoice, { refunds: [] }, [], zone),
      message,
    })),
  };
  sendOwnerPage(response, "invoices/selected", view, failures.length > 0 ? { status: 422 } : {});
}
