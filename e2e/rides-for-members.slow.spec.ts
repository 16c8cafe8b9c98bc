import { expectNoBarriers } from "./support/axe.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { inDays } from "./support/places.ts";
import { bookingButton } from "./support/rides.ts";
import { searchAddress, towns } from "./support/screens.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";
import { addUniversity, openUniversity, signInAdministrator } from "./support/university.ts";

const MARK = "Member of Example University";
const GROUP = "Faculty of Physics";
const inUrl = ({ label, lat, lng }: (typeof towns)[keyof typeof towns]) => `${lat},${lng},${label}`;

test("[domain/audience:join] [domain/audience:lost] a student who signs in at the university for the first time joins the faculty, books a ride for its members only, and loses the seat by leaving", async ({
  world: { server, watch, browserOf },
}) => {
  const university = await openUniversity(server, watch);
  const administrator = await browserOf(DESKTOP);
  const dean = await browserOf(DESKTOP);
  const student = await browserOf(PHONE);
  const outsider = await browserOf(PHONE);
  const day = inDays(6);
  const card = student.getByRole("article");

  await test.step("an administrator adds the university and the mark of its members", async () => {
    await signInAdministrator(administrator, server);
    await addUniversity(administrator, university.issuer);
    await administrator.goto("/moderation/trust-marks");
    await administrator.getByRole("button", { name: "Add a trust mark" }).click();
    await administrator.getByLabel("Name").fill(MARK);
    await administrator
      .getByLabel("What it means")
      .fill("Has an e-mail address of the university.");
    await administrator.getByLabel("E-mail domains").fill("uni.example");
    await administrator.getByRole("button", { name: "Save" }).click();
    await expect(administrator.getByText("E-mail domains: uni.example")).toBeVisible();
  });

  const account = await signUp(dean, {
    ...testPerson("Dina", "Dean"),
    email: "dean@staff.uni.example",
  });
  await test.step("a member of the staff opens a group and offers it a ride, by keyboard", async () => {
    await dean.goto("/groups/new");
    await type(dean.getByLabel("Name", { exact: true }), GROUP);
    await tabTo(dean.getByRole("radio", { name: "Managers decide" }));
    await dean.keyboard.press("ArrowUp");
    await expect(dean.getByRole("radio", { name: "Anyone" })).toBeChecked();
    await dean.getByLabel("Required trust mark").selectOption({ label: MARK });
    await press(dean.getByRole("button", { name: "Create group" }));
    await expect(
      dean.getByText("No rides yet. Rides that members offer show up here."),
    ).toBeVisible();
    const offer = dean.getByRole("link", { name: "Offer a ride to this group" });
    const groupId =
      new URL((await offer.getAttribute("href")) ?? "", dean.url()).searchParams.get("group") ?? "";
    const way = {
      from: inUrl(towns.karlsruhe),
      to: inUrl(towns.koeln),
      on: day,
      zone: "Europe/Berlin",
    };
    await dean.goto(`/host?${new URLSearchParams({ group: groupId, ...way })}`);
    for (const heading of ["Time", "Seats and price", "Review"]) {
      await press(dean.getByRole("button", { name: "Continue" }));
      await expect(dean.getByRole("heading", { name: heading })).toBeFocused();
    }
    await expect(dean.getByText(`Only for: ${GROUP}`).first()).toBeVisible();
    await press(dean.getByRole("button", { name: "Offer this ride" }));
    await dean.waitForURL("**/rides/*");
    await expect(dean.getByRole("heading", { name: "Review" })).toHaveCount(0);
    await expect(dean.getByText(`Only for: ${GROUP}`).first()).toBeVisible();
  });
  const rideId = new URL(dean.url()).pathname.split("/").at(-1) ?? "";

  await test.step("somebody else finds no ride", async () => {
    await signUp(outsider, testPerson("Otto", "Outside"));
    await outsider.goto(searchAddress("seek").replace(/on=[^&]*/, `on=${day}`));
    await expect(outsider.getByRole("heading", { name: /^No rides on/ })).toBeVisible();
    await expect(outsider.getByRole("article")).toHaveCount(0);
  });

  await test.step("a student signs in at the university for the first time, by keyboard on a phone", async () => {
    await student.goto("/login");
    await press(student.getByRole("button", { name: "Sign in with Example University" }));
    await type(student.getByLabel("User name"), "ada");
    await press(student.getByRole("button", { name: "Sign in" }));
    await tabTo(student.getByLabel("I'm 18 or older"));
    await student.keyboard.press("Space");
    await tabTo(student.getByLabel("I agree to the Terms of Use and the Privacy Policy"));
    await student.keyboard.press("Space");
    await press(student.getByRole("button", { name: "Create account" }));
    await press(student.getByRole("button", { name: "Skip all" }));
    await student.waitForURL("**/home");
  });

  await test.step("the student joins the faculty and asks for a seat, by touch", async () => {
    await student.goto("/groups");
    await student.getByRole("link", { name: new RegExp(`^${GROUP}`) }).tap();
    await student.getByRole("button", { name: "Join" }).tap();
    await expect(card).toContainText(`Only for: ${GROUP}`);
    await captureScreenshots(student, "a group for a member", card);
    await expectNoBarriers(student, "rides for members");
    await card.getByRole("link", { name: /^View ride/ }).tap();
    await bookingButton(student).tap();
    await student.getByRole("dialog").getByRole("button", { name: "Ask for 1 seat" }).tap();
    await expect(student.getByText("Request sent.")).toBeVisible();
    const { items } = await account.read<{ items: { id: string }[] }>(`rides/${rideId}/requests`);
    await account.call(`rides/${rideId}/requests/${items[0]?.id}/accept`, {});
    await expect(student.getByRole("region", { name: "You have a seat" })).toBeVisible();
  });

  await test.step("leaving the faculty ends the seat, says why, and closes the ride to the former member", async () => {
    await student.goto("/groups");
    await student.getByRole("link", { name: new RegExp(`^${GROUP}`) }).tap();
    await student.getByRole("button", { name: "More about this group" }).tap();
    await student.getByRole("menuitem", { name: "Leave group" }).tap();
    const dialog = student.getByRole("dialog", { name: `Leave ${GROUP}?` });
    await expect(dialog).toContainText("Seats that you booked on them");
    await dialog.getByRole("button", { name: "Leave group" }).tap();
    await expect(student.getByText(`You left ${GROUP}.`)).toBeVisible();
    await student.goto("/notifications");
    await expect(student.getByText("Your seat request was cancelled")).toBeVisible();
    await expect(student.getByText(/to which the passenger no longer belongs/)).toBeVisible();
    watch.mayComplain(/status of 404|status: 404/);
    await student.goto(`/rides/${rideId}`);
    await expect(student.getByText("This ride is no longer available")).toBeVisible();
    await student.goto(searchAddress("seek").replace(/on=[^&]*/, `on=${day}`));
    await expect(student.getByRole("heading", { name: /^No rides on/ })).toBeVisible();
    await expect(card).toHaveCount(0);
  });
  await university.close();
});
