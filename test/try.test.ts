import { startSandboxApp } from "./support/sandboxApp.ts";
it("tries", async () => {
  const shop = await startSandboxApp();
  const made = await shop.post("/invoices", { amount: "25.00", currency: "EUR", metadata: { orderId: "A-1", itemDesc: "Two books" }, crosstill: { email: { to: "ada@example.com", language: "ar" } } });
  console.log(made.status);
  await shop.run("send mails");
  const { id } = made.body as { id: string };
  console.log(JSON.stringify(((await shop.get(`/invoices/${id}`)).body as any).crosstill.mail));
  console.log(JSON.stringify((await shop.post(`/invoices/${id}/crosstill/mail`, {})).body));
  shop.clock.advance(61_000);
  console.log(JSON.stringify((await shop.post(`/invoices/${id}/crosstill/mail`, {language:"de"})).body));
  await shop.run("send mails");
  const list = await (await fetch(shop.url + "/sandbox/mail")).text();
  console.log(list.match(/mail-subject[^]*?<\/strong>/g));
  console.log(await (await fetch(shop.url + "/sandbox/mail/2/source")).text());
  await shop.close();
}).timeout(30000);
