import { expect } from "chai";
import { weakPassword } from "../../../../src/gateway/usecases/access/passwords.ts";
import { merchantWords } from "../../../../src/languages/merchantWords.ts";

describe("weak passwords", () => {
  const problemOf = (password: string) => weakPassword(password, "Ada Lovelace", merchantWords("en"));

  it("refuses repetitions of the product's name, of listed passwords and of the user's name", () => {
    const guessed = [
      ...["crosstill2026", "crosstillcrosstill", "Crosstill-Crosstill-1", "crosstillcrosstill123"],
      ...["passwordpassword", "password password!", "qwertyqwerty2026", "123456123456", "ada lovelace99"],
    ];
    for (const password of guessed)
      expect(problemOf(password), password).to.include("one of the first that attackers try");
  });

  it("accepts four unrelated words, also where one is listed or the product's name", () => {
    for (const password of ["correct horse battery staple", "crosstill teapot granite sail"])
      expect(problemOf(password), password).to.equal(undefined);
  });
});
