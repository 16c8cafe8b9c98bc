import { expect, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { listFooterLinks } from "./footer.ts";

test("the footer links to a page elsewhere until a community removes the link", async () => {
  const { ctx } = await createTestContext();
  const texts = (socialUrl: string | null) =>
    listFooterLinks(
      { settings: ctx.settings, community: { ...ctx.community, socialUrl } },
      "en",
    ).map(({ href, text }) => [text, href]);
  expect(texts(ctx.community.socialUrl)).toContainEqual([
    "Follow us",
    "https://example.org/commonlane",
  ]);
  expect(Object.fromEntries(texts(null))).not.toHaveProperty("Follow us");
  expect(texts("https://social.example/rides")).toContainEqual([
    "Follow us",
    "https://social.example/rides",
  ]);
});
