import { LANGUAGES } from "@commonlane/contract/languages";
import { travelInLanguage } from "./support/language-journey.ts";
import { test } from "./support/test.ts";

for (const language of LANGUAGES)
  test(`two people register, ride, chat and rate in ${language}`, async ({ world }) => {
    await travelInLanguage(world, language);
  });
