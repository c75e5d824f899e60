import { Router } from "express";
import { unixSeconds } from "../../values/time.ts";
import type { KeptMail, Mailbox } from "./mailbox.ts";
import { sendPage } from "../pages.ts";
import { readableTime } from "../readableTime.ts";

/** A message stands in a frame of its own, without scripts; its links lead the whole page away. */
const OF_THE_FRAME =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

/** What the gateway has mailed in the sandbox: a list, each message as its reader sees it, and its source. */
export function mailPages(mailbox: Mailbox): Router {
  const router = Router();
  router.get("/sandbox/mail", (_request, response) => {
    sendPage(response, 200, "mail", { mails: mailbox.list().map(lineOf) });
  });

  router.get("/sandbox/mail/:id", (request, response, next) => {
    const mail = mailbox.find(request.params.id);
    if (!mail) return next();
    const { text, raw } = mail;
    sendPage(response, 200, "mailMessage", { ...lineOf(mail), text, bytes: raw.length }, "frame-src 'self'");
  });

  router.get("/sandbox/mail/:id/html", (request, response, next) => {
    const mail = mailbox.find(request.params.id);
    if (!mail) return next();
    response.set({ "content-security-policy": OF_THE_FRAME, "cache-control": "no-store" });
    response.type("html").send(mail.html.replace("<head>", '<head><base target="_top">'));
  });

  router.get("/sandbox/mail/:id/source", (request, response, next) => {
    const mail = mailbox.find(request.params.id);
    if (!mail) return next();
    response.set({
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="message-${mail.id}.eml"`,
    });
    response.type("message/rfc822").send(mail.raw);
  });
  return router;
}

function lineOf({ id, to, subject, at }: KeptMail) {
  return { id, to, subject, at: readableTime(unixSeconds(at)), url: `/sandbox/mail/${id}` };
}
