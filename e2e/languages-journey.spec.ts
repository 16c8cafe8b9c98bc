import { travelInLanguage } from "./support/language-journey.ts";
import { test } from "./support/test.ts";

test("two people register, ride, chat and rate in German", async ({ world }) => {
  await travelInLanguage(world, "de");
});
