import { openOidcProvider } from "../server/test/services/oidc-provider.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { readCode } from "./support/mailbox.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";
import { addUniversity, signInAdministrator } from "./support/university.ts";

const EMAIL = "ada.moreau@example.org";

test("a person whose institution confirms no e-mail address enters one, confirms it with a code and joins, by keyboard on a phone", async ({
  world: { server, watch, browserOf },
}) => {
  const person = {
    given_name: "Ada",
    family_name: "Moreau",
    preferred_username: "ada@uni.example",
  };
  const university = await openOidcProvider({ people: { ada: person }, site: server.address });
  watch.alsoAt(university.issuer);
  const administrator = await browserOf(DESKTOP);
  await signInAdministrator(administrator, server);
  await addUniversity(administrator, university.issuer);

  const page = await browserOf(PHONE);
  const address = page.getByRole("heading", { name: "Your e-mail address" });
  await page.goto("/login");
  await press(page.getByRole("button", { name: "Sign in with Example University" }));
  await type(page.getByLabel("User name"), "ada");
  await press(page.getByRole("button", { name: "Sign in" }));
  await captureScreenshots(page, "no e-mail address from the institution", address);

  // Another address than the institution's own is free to choose.
  await page.getByLabel("E-mail").fill("");
  await type(page.getByLabel("E-mail"), EMAIL);
  await page.keyboard.press("Enter");
  const code = page.getByRole("group", { name: /code/i });
  await captureScreenshots(page, "the code for it", code);
  await tabTo(code.getByRole("textbox").first());
  await page.keyboard.type(await readCode(page, EMAIL));
  await press(page.getByRole("button", { name: "Verify", exact: true }));

  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await page.getByLabel("I'm 18 or older").check();
  await page.getByLabel("I agree to the Terms of Use and the Privacy Policy").check();
  await press(page.getByRole("button", { name: "Create account" }));
  await press(page.getByRole("button", { name: "Skip all" }));
  await page.waitForURL("**/home");
});
