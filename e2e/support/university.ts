import type { Page } from "@playwright/test";
import { CLIENT, openOidcProvider } from "../../server/test/services/oidc-provider.ts";
import { runAdminCommand } from "./admin-command.ts";
import { expect } from "./test.ts";
import { PASSWORD, signUp, testPerson } from "./people.ts";
import type { Server } from "./server.ts";
import type { ErrorWatch } from "./watch-errors.ts";

const STUDENT = {
  given_name: "Ada",
  family_name: "Moreau",
  email: "ada@uni.example",
  email_verified: true,
};

/** A university on this machine with one student, whose user name is ada. */
export async function openUniversity(server: Server, watch: ErrorWatch) {
  const university = await openOidcProvider({ people: { ada: STUDENT }, site: server.address });
  watch.alsoAt(university.issuer);
  return university;
}

/** Signs a new administrator in, who has confirmed that it is them. */
export async function signInAdministrator(page: Page, { folder }: Server): Promise<void> {
  const boss = testPerson("Bea", "Ossard");
  const administrator = await signUp(page, boss);
  runAdminCommand(folder, ["administrators", "add", boss.email]);
  await administrator.call("identity/confirm", { password: PASSWORD });
}

/** Fills in the form of a new institution in the console. */
export async function addUniversity(page: Page, issuer: string): Promise<void> {
  await page.goto("/moderation/sign-in");
  await page.getByRole("button", { name: "Add an institution" }).click();
  await page.getByLabel("Name on the button").fill("Example University");
  await page.getByLabel("Short name").fill("uni");
  await page.getByLabel("Issuer").fill(issuer);
  await page.getByLabel("Client ID").fill(CLIENT.id);
  await page.getByLabel("Client secret").fill(CLIENT.secret);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Its configuration can be read.")).toBeVisible();
}
