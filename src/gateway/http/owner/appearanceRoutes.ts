import { isDeepStrictEqual } from "node:util";
import { Router, type Request, type Response } from "express";
import { LARGEST_FILE, LARGEST_SIDE, makeLogo } from "../../domain/branding/logo.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import {
  domainProof,
  PROOF_PATH,
  proveDomain,
  withdrawDomain,
} from "../../usecases/signatures/proveDomain.ts";
import { retryOnConflict } from "../../usecases/retryOnConflict.ts";
import { readStore } from "../api/storeBody.ts";
import { storeOf } from "../api/storeOf.ts";
import { appearanceOf } from "../branding/storeAppearance.ts";
import { fileIn, uploadedForm } from "../branding/upload.ts";
import { correctableError, problemIn, ValidationError } from "../errors.ts";
import { perAddress } from "../limits.ts";
import { english, type Translate } from "../../../languages/merchantWords.ts";
import { fieldOf } from "./fields.ts";
import { frameOf, type AuthDeps } from "./visitor.ts";
import type { SessionGuard } from "./sessionGuard.ts";
import { pageZone } from "./pageZone.ts";
import { lostMailLines } from "./mailLines.ts";
import { sendOwnerPage, wordsFor } from "./page.ts";
import { settingsTabs } from "./settings/tabs.ts";
import { storePath, STORES_PATH } from "./paths.ts";

const CHANGES_PER_MINUTE = 20; // of one address: a large image keeps the process busy for some tenths of a second

type Typed = Readonly<Record<"name" | "website" | "supportUrl" | "brandColor", string>>;
type Said = Readonly<{
  problem?: string;
  domainProblem?: string;
  typed?: Typed;
  typedDomain?: string;
  status?: number;
  isSaved?: boolean;
}>;
type Shown = AuthDeps & Pick<Gateway, "signer" | "readWebsite">;

/**
 * The owner's page of one store: what it is called, what it looks like to payers, and the domain that its offers are signed with,
 * which has a form of its own.
 */
export function appearanceRoutes(gateway: Shown, door: SessionGuard): Router {
  const router = Router();
  const { persistence } = gateway;
  const path = `${STORES_PATH}/:storeId`;
  const load = (request: Request) => storeOf(gateway, request.params["storeId"]);

  router.get(path, ...door.page(), async (request, response) => {
    await showAppearance(gateway, response, await load(request), { isSaved: "saved" in request.query });
  });
  const limit = perAddress(CHANGES_PER_MINUTE);
  const forms = door.form({}, limit, ...uploadedForm);
  router.post(path, ...forms, async (request, response) => {
    const merchant = await load(request);
    const typed = typedIn(request);
    const said = { ...typed, supportUrl: withScheme(typed.supportUrl) };
    try {
      const file = fileIn(request, "logo");
      const logo = file && makeLogo(file);
      await retryOnConflict(async () => {
        const before = await load(request);
        await persistence.stores.change(before, readStore(said, before, gateway.clock()));
      });
      if (logo || fieldOf(request, "noLogo") === "yes")
        await persistence.stores.changeLogo(merchant.id, logo);
    } catch (error) {
      const problem = problemOf(error, wordsFor(response));
      if (!problem) throw error;
      return showAppearance(gateway, response, merchant, { ...problem, typed });
    }
    const [before, after] = [appearance(merchant), appearance(await load(request))];
    if (!isDeepStrictEqual(before, after)) {
      gateway.log.info("store.changed", { storeId: merchant.id, by: "the owner's pages" });
      await door.record(response, { action: "store.changed", storeId: merchant.id, before, after });
    }
    response.redirect(303, `${storePath(merchant.id)}?saved`);
  });

  router.post(`${path}/domain`, ...door.form({}, limit), async (request, response) => {
    const merchant = await load(request);
    const typedDomain = (fieldOf(request, "domain") ?? "").trim();
    try {
      if (typedDomain === "") await withdrawDomain(gateway, merchant);
      else await proveDomain(gateway, merchant, typedDomain);
    } catch (error) {
      const found = correctableError(error, wordsFor(response));
      if (!found) throw error;
      return showAppearance(gateway, response, merchant, {
        domainProblem: found.message,
        status: found.status,
        typedDomain,
      });
    }
    const { id: storeId, domain: before } = merchant;
    await door.record(response, { action: "store.domain_changed", storeId, before, after: typedDomain });
    response.redirect(303, `${storePath(merchant.id)}?saved`);
  });
  return router;
}

async function showAppearance(
  gateway: Shown,
  response: Response,
  merchant: MerchantStore,
  { status = 200, ...said }: Said,
): Promise<void> {
  const tr = wordsFor(response);
  const { id, name: storeName, settings } = merchant;
  const { website = "", supportUrl = "", brandColor = "" } = settings.profile;
  const known: Typed = {
    name: storeName,
    website,
    supportUrl: supportUrl.replace(/^mailto:(?=[^?]*$)/i, ""),
    brandColor,
  };
  sendOwnerPage(
    response,
    "store",
    {
      ...frameOf(gateway, response),
      ...said,
      page: storePath(id),
      tabs: settingsTabs(tr, id, "general"),
      storeName,
      look: appearanceOf(merchant),
      typed: said.typed ?? known,
      initial: [...storeName.trim()][0]?.toUpperCase() ?? "•",
      kibibytes: LARGEST_FILE / 1024,
      largestSide: LARGEST_SIDE,
      domain: {
        proven: merchant.domain,
        typed: said.typedDomain ?? merchant.domain ?? "",
        problem: said.domainProblem,
        path: PROOF_PATH,
        proof: domainProof(gateway.signer, id),
      },
      lostMails: await lostMailLines(gateway, id, tr, pageZone(response, id)),
    },
    { status },
  );
}

/** What the form changes, for the audit log. */
function appearance({ name, logo, settings }: MerchantStore) {
  const { website, supportUrl, brandColor } = settings.profile;
  return { name, website, supportUrl, brandColor, logo: logo && `${logo.width} × ${logo.height}` };
}

function typedIn(request: Request): Typed {
  const text = (name: string) => (fieldOf(request, name) ?? "").trim();
  return {
    name: text("name"),
    website: text("website"),
    supportUrl: text("supportUrl"),
    brandColor: text("brandColor"),
  };
}

/** Most support contacts are e-mail addresses, entered without a scheme. */
function withScheme(support: string): string {
  return /^[^\s@:/]+@[^\s@:/]+$/.test(support) ? `mailto:${support}` : support;
}

const LABELS: Readonly<Record<string, string>> = {
  Website: english("Website"),
  SupportUrl: english("Support address"),
};

function problemOf(error: unknown, tr: Translate): Pick<Said, "problem" | "status"> | undefined {
  if (!(error instanceof ValidationError)) {
    const found = correctableError(error, tr);
    return found && { problem: found.message, status: found.status };
  }
  const [first] = error.problems;
  const label = LABELS[first?.path ?? ""];
  return {
    problem: `${label ? `${tr(label)}: ` : ""}${first ? problemIn(first, tr) : error.message}`,
    status: 422,
  };
}
