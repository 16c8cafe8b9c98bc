import { openSmtpServer } from "../server/test/services/smtp.ts";
import { becomeAdministrator } from "./support/administrators.ts";
import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo, type, typePlace } from "./support/keyboard.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";

const PASSWORD = "Tr4ffic-light";

test("first start: from the printed link to a checklist, by keyboard on a phone", async ({
  world: { server, watch, browserOf },
}) => {
  // A wrong key, and fields that the server refuses.
  watch.mayComplain(/status of 400|status: 400/);
  const mailServer = await openSmtpServer();
  const page = await browserOf(PHONE);
  const stranger = await browserOf(DESKTOP);
  const link = server.setupLink ?? "";
  const heading = (name: string) => page.getByRole("heading", { name, level: 2 });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await test.step("a guessed key opens nothing", async () => {
    await stranger.goto("/setup?key=guessed");
    await expect(stranger.getByText("This link is no longer valid.")).toBeVisible();
  });

  await test.step("the link creates the administrator; what was typed survives an error", async () => {
    await page.goto(link);
    await type(page.getByLabel("First name"), "Bea");
    await type(page.getByLabel("Last name"), "Ossard");
    await type(page.getByLabel("E-mail"), "boss@example.org");
    await type(page.getByLabel("Password", { exact: true }), PASSWORD);
    await type(page.getByLabel("Confirm password"), "other");
    await press(button("Create the administrator"));
    await expect(page.getByRole("alert")).toHaveText("Passwords do not match");
    await expect(page.getByLabel("First name")).toHaveValue("Bea");
    await expectNoBarriers(page, "first set-up");
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await press(button("Create the administrator"));
    await expect(heading("Your community")).toBeFocused();
  });

  await test.step("name and support address", async () => {
    await page.getByLabel("Name of the community").fill("");
    await type(page.getByLabel("Name of the community"), "Uni Rides");
    await page.getByLabel("Support address").fill("nobody");
    await press(button("Save and continue"));
    await expect(page.getByText("Please enter a valid e-mail address.").first()).toBeVisible();
    await expect(page.getByLabel("Name of the community")).toHaveValue("Uni Rides");
    await page.getByLabel("Support address").fill("help@uni.example");
    await press(button("Save and continue"));
    await expect(heading("Logo and colour")).toBeFocused();
    await press(button("Skip"));
    await expect(heading("Region")).toBeFocused();
    const steps = page.getByRole("list", { name: "Progress" }).getByRole("listitem");
    await expect(steps.nth(0)).toHaveText("Name (done)");
    await expect(steps.nth(1)).toHaveText("Look");
  });

  await test.step("the region, and costs are skipped", async () => {
    await typePlace(
      page.getByRole("combobox", { name: "Centre" }),
      "freiburg im",
      "Freiburg im Breisgau, Germany",
    );
    await press(button("Save and continue"));
    await expect(heading("Costs and public rides")).toBeFocused();
    await press(button("Skip"));
    await expect(heading("E-mail")).toBeFocused();
  });

  await test.step("a wrong password is explained by the test e-mail, the right one delivers it", async () => {
    await type(page.getByLabel("Mail server", { exact: true }), "127.0.0.1");
    await page.getByLabel("Encryption").selectOption("Only if the server offers it");
    await page.getByLabel("Port").fill(String(mailServer.port));
    await type(page.getByLabel("User name"), "rides");
    await type(page.getByLabel("Password of the mail server"), "wrong");
    await page.getByLabel("Sender").fill("Uni Rides <rides@uni.example>");
    await press(button("Save"));
    await press(button("Send a test e-mail"));
    await expect(
      page.getByText("The mail server refused the user name or password."),
    ).toBeVisible();
    await press(button("Change the mail server"));
    await expect(page.getByLabel("User name")).toHaveValue("rides");
    await type(page.getByLabel("Password of the mail server"), "right");
    await press(button("Save"));
    await press(button("Send a test e-mail"));
    await expect(
      page.getByText("The mail server accepted an e-mail to boss@example.org."),
    ).toBeVisible();
    expect(mailServer.recipients).toEqual(["boss@example.org"]);
    await expectNoBarriers(page, "set-up of e-mail");
    await press(button("Continue"));
  });

  await test.step("who is responsible, who can join, and the checklist", async () => {
    await expect(heading("Who is responsible")).toBeFocused();
    await type(page.getByLabel("Who runs this service"), "University of Example, Main Street 1");
    await press(button("Save and continue"));
    await expect(heading("Joining")).toBeFocused();
    await type(page.getByLabel("Allowed e-mail domains"), "uni.example");
    await press(button("Save domains"));
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await press(button("Finish"));
    // The page is loaded again, so that its header has the new name.
    await expect(page.getByRole("banner").getByText("Uni Rides")).toBeVisible();
    const stateOf = (title: string) => page.getByRole("listitem").filter({ hasText: title });
    await expect(stateOf("Name and support address")).toContainText("Done");
    await expect(stateOf("E-mails are delivered")).toContainText("Done");
    await expect(stateOf("Public address with HTTPS")).toContainText("Open");
    await expect(page.getByText("The server works as it should.")).toBeVisible();
    await expectNoBarriers(page, "server");
    await tabTo(page.getByRole("link", { name: "Fix it: Legal texts" }));
  });

  await test.step("visitors see the new name; the link is used up, also after a restart", async () => {
    await stranger.goto("/privacy-policy");
    await expect(stranger).toHaveTitle(/Uni Rides/);
    await expect(
      stranger.getByText("University of Example, Main Street 1 runs this server"),
    ).toBeVisible();
    expect(await (await stranger.request.get("/manifest.webmanifest")).json()).toMatchObject({
      name: "Uni Rides",
    });
    await stranger.goto(link);
    await expect(stranger.getByText("This link is no longer valid.")).toBeVisible();
    watch.serverMayBeAway();
    await server.kill();
    await server.start();
    expect(server.setupLink).toBeUndefined();
    await stranger.goto("/login");
    await expect(stranger).toHaveTitle(/Uni Rides/);
  });
  await mailServer.close();
});

test.describe("with a setting of the operator", () => {
  test.use({ settings: { COMMUNITY_NAME: "Town Rides" } });

  test("its field is locked and names the variable; the others can be changed", async ({
    world: { server, browserOf },
  }) => {
    const page = await browserOf(DESKTOP);
    await becomeAdministrator(page, server.setupLink ?? "");
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    const section = page.getByRole("region", { name: "Your community" });
    await expect(section.getByLabel("Name of the community")).toBeDisabled();
    await expect(
      section.getByText("Set by the operator's environment: COMMUNITY_NAME"),
    ).toBeVisible();
    await section.getByLabel("Support address").fill("help@town.example");
    await section.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. Pages show it when they are opened again.")).toBeVisible();
    await expectNoBarriers(page, "settings");
  });
});
