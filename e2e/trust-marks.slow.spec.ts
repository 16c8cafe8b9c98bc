import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { inDays } from "./support/places.ts";
import { hostRide, searchAddress } from "./support/screens.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";
import { signInAdministrator } from "./support/university.ts";

const NAME = "Member of Example University";
const MEANING = "Has an e-mail address of the university.";

test("[domain/trust-mark:shown] an address of the university gives a mark that others see, understand and search for, by keyboard and on a phone", async ({
  world: { server, browserOf, watch },
}) => {
  // The form without a meaning.
  watch.mayComplain(/status of 400|status: 400/);
  const administrator = await browserOf(DESKTOP);
  const host = await browserOf(DESKTOP);
  const seeker = await browserOf(PHONE);
  const departsAt = `${inDays(20)}T06:45:00Z`;
  const results = searchAddress("seek").replace(/on=[^&]*/, `on=${inDays(20)}`);
  const cards = seeker.getByRole("article");
  const badge = seeker.getByRole("button", { name: NAME });

  await test.step("an administrator defines the mark in the console", async () => {
    await signInAdministrator(administrator, server);
    await administrator.goto("/moderation/trust-marks");
    await press(administrator.getByRole("button", { name: "Add a trust mark" }));
    await type(administrator.getByLabel("Name"), NAME);
    await press(administrator.getByRole("button", { name: "Save" }));
    await expect(administrator.getByLabel("What it means")).toHaveAccessibleDescription(
      /^Please enter something\./,
    );
    await type(administrator.getByLabel("What it means"), MEANING);
    await type(administrator.getByLabel("E-mail domains"), "uni.example");
    await expectNoBarriers(administrator, "form of a trust mark");
    await press(administrator.getByRole("button", { name: "Save" }));
    await expect(administrator.getByText("E-mail domains: uni.example")).toBeVisible();
  });

  await test.step("a student and someone else offer a ride", async () => {
    const student = { ...testPerson("Stella", "Dent"), email: "stella@stud.uni.example" };
    await hostRide(await signUp(host, student), "", { departsAt });
    await hostRide(await signUp(await browserOf(DESKTOP), testPerson("Otto", "Side")), "", {
      departsAt,
    });
  });

  await test.step("results show the mark, and its meaning on focus and on a tap", async () => {
    await signUp(seeker, testPerson("Sina", "Seeker"));
    await seeker.goto(results);
    await expect(cards).toHaveCount(2);
    await expect(badge).toHaveCount(1);
    await tabTo(badge);
    await expect(seeker.getByRole("tooltip", { name: MEANING })).toBeVisible();
    await expectNoBarriers(seeker, "results with a trust mark");
    await seeker.keyboard.press("Escape");
    await expect(seeker.getByRole("tooltip")).toHaveCount(0);
    await badge.tap();
    await expect(seeker.getByRole("tooltip", { name: MEANING })).toBeInViewport({ ratio: 1 });
    await seeker.keyboard.press("Escape");
  });

  await test.step("a filter leaves the rides of people with the mark", async () => {
    await press(seeker.getByRole("button", { name: "Filters" }));
    await seeker.getByLabel("Trust mark of the host").selectOption({ label: NAME });
    await expectNoBarriers(seeker, "filter by a trust mark");
    await press(seeker.getByRole("button", { name: "Show rides" }));
    await expect(cards).toHaveCount(1);
    await expect(cards).toContainText("Stella D.");
    await expect(seeker.getByRole("button", { name: NAME, pressed: true })).toBeVisible();
    await seeker.getByRole("link", { name: /^View ride/ }).click();
    await expect(seeker.getByRole("link", { name: "Stella D." })).toBeVisible();
    await expect(badge).toBeVisible();
  });

  await test.step("the owner hides the mark; the filter no longer finds the ride", async () => {
    await host.goto("/profile");
    await expect(host.getByText(MEANING)).toBeVisible();
    await expectNoBarriers(host, "own trust marks");
    const isHidden = host.waitForResponse((reply) => reply.url().endsWith("/hidden") && reply.ok());
    await press(host.getByLabel(`Show ${NAME} to others`), "Space");
    await isHidden;
    await seeker.goto(results);
    await expect(cards).toHaveCount(2);
    await expect(badge).toHaveCount(0);
  });
});
