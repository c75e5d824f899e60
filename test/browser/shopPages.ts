import type { ServerResponse } from "node:http";
import { serve, type LocalServer } from "../support/localServer.ts";

/**
 * A shop on an origin of its own, under an ordinary strict policy. Its pages log what they hear as "heard: …".
 * /btcpay?<invoice> pays by the script that plugins use, /crosstill?<invoice> by ours, /frame?<address> frames any address,
 * /shout is a page that says to its parent what a checkout would.
 */
export function openShop(gateway: string): Promise<LocalServer> {
  const policy = `default-src 'none'; script-src 'self' ${gateway}; frame-src *; base-uri 'none'`;
  const send = (response: ServerResponse, type: string, body: string) =>
    response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(body);
  return serve(({ path }, response) => {
    const [name = ""] = path.slice(1).split("?");
    const [page, script] = [PAGES[name], SCRIPTS[name]];
    if (script) return send(response, "text/javascript", script.replaceAll("{gateway}", gateway));
    send(response, "text/html; charset=utf-8", (page ?? thanks(name)).replaceAll("{gateway}", gateway));
  });
}

const thanks = (name: string) => `<title>${name === "thanks" ? "Thank you" : name}</title>`;
const html = (scripts: string) => `<!doctype html><html lang="en"><title>Tea shop</title>
<h1>Tea shop</h1><button id="pay">Pay</button> <a id="elsewhere" href="/elsewhere">Elsewhere</a>${scripts}`;

const PAGES: Readonly<Record<string, string>> = {
  btcpay: html(
    `<script src="{gateway}/modal/btcpay.js?ver=2.7.1"></script><script src="/btcpay.script"></script>`,
  ),
  crosstill: html(`<script type="module" src="/crosstill.script"></script>`),
  frame: html(`<script src="/frame.script"></script>`),
  shout: `<script src="/shout.script"></script>`,
};

const HEAR = `const heard = (what) => console.info("heard: " + what);
const invoiceId = decodeURIComponent(location.search.slice(1));`;

const SCRIPTS: Readonly<Record<string, string>> = {
  "btcpay.script": `${HEAR}
    btcpay.setApiUrlPrefix("{gateway}/");
    btcpay.onModalWillEnter(() => heard("enter"));
    btcpay.onModalWillLeave(() => heard("leave"));
    document.getElementById("pay").addEventListener("click", () => {
      btcpay.showInvoice(invoiceId);
      btcpay.onModalReceiveMessage(({ data }) => heard(data.status ? data.status + " " + data.invoiceId : data));
    });`,
  "crosstill.script": `${HEAR}
    import { open } from "{gateway}/crosstill.js";
    const words = (said) => Object.values(said).join(" ");
    document.getElementById("pay").addEventListener("click", () => {
      const onStatus = (said) => heard(words(said));
      open({ checkoutLink: "{gateway}/i/" + invoiceId, onStatus, onClose: (said) => heard("closed " + words(said)) });
    });
    try {
      open({ checkoutLink: "https://elsewhere.example/i/x" });
    } catch ({ message }) {
      heard(message);
    }`,
  "frame.script": `${HEAR}
    addEventListener("message", ({ data }) => heard(JSON.stringify(data)));
    const frame = document.createElement("iframe");
    frame.src = invoiceId;
    document.body.append(frame);`,
  "shout.script": `
    for (const data of ["loaded", { status: "Settled", invoiceId: "x" }, { crosstill: "return", url: "/elsewhere" }, "close"])
      parent.postMessage(data, "*");`,
};
