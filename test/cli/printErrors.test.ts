import { expect } from "chai";
import { HttpFailure } from "../../src/http-client/http.ts";
import { printErrors } from "../../src/cli/printErrors.ts";

describe("an error that a command ends with", () => {
  it("says what the other side said, field by field", () => {
    const body = JSON.stringify([{ path: "Amount", message: "Bitcoin makes sense from 19.30 USD on." }]);
    const refused = new HttpFailure("refused", "POST /invoices answered 422.", 422, body);
    expect(printErrors(refused)).to.equal(
      "crosstill: POST /invoices answered 422.\n  because: Amount: Bitcoin makes sense from 19.30 USD on.",
    );
    const one = new HttpFailure("refused", "Answered 503.", 503, '{"code":"x","message":"No rate."}');
    expect(printErrors(new Error("The demo stopped.", { cause: one }))).to.include("No rate.");
    expect(printErrors(new HttpFailure("broken", "Answered 500.", 500, "<html>"))).to.equal(
      "crosstill: Answered 500.",
    );
  });
});
