// Passkeys: asks the server for options, the browser for a credential, and sends that with the page's form.
const isAble =
  typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!isAble) continue;
  form.hidden = false;
  form.querySelector("button").addEventListener("click", () => void send(form));
}

async function send(form) {
  const problem = form.querySelector("[role=alert]");
  problem.hidden = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.options, { method: "POST", body });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const credential = await askBrowser(form.dataset.passkey, await answer.json());
    form.querySelector("input[data-credential]").value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch {
    problem.hidden = false;
  }
}

function askBrowser(how, options) {
  if (how === "create") {
    return navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}
