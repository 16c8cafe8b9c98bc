import type { LegalText } from "@commonlane/contract/legal";
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

/** The pages import most of the app. */
const TIMEOUT_MS = 60_000;

/** A fresh instance of the module, as the server imports it for its settings. */
async function openPages(changes: object = {}, legalTexts: readonly LegalText[] = []) {
  const { prerender, prerenderedPaths } = await import("./prerender.tsx");
  const { communitySettings } = await import("#shared/community-settings.ts");
  const options = {
    community: { ...communitySettings, ...changes },
    language: "en",
    legalTexts,
  } as const;
  return { paths: prerenderedPaths, render: (path: string) => prerender(path, options) };
}

test(
  "every public page has its heading and title, and nothing that would need scripts can be used",
  { timeout: TIMEOUT_MS },
  async () => {
    const { paths, render } = await openPages({ name: "Campus" });
    expect(paths).toHaveLength(12);
    for (const path of paths) {
      const { title, markup } = await render(path);
      expect(title).toMatch(path === "/" ? /^Campus$/ : /^\w.* · Campus$/);
      expect(markup.match(/<h1\b/g)).toHaveLength(1);
      expect(markup).not.toMatch(/ style="|<script/);
      expect(markup.replaceAll('<form method="dialog" ', "")).not.toContain("<form");
      expect(markup.replaceAll('<button inert="" ', "")).not.toContain("<button");
    }
    expect((await render("/login")).markup).toMatch(/<form .*type="email".*type="password"/);
    await expect(render("/home")).rejects.toThrow("/home");
  },
);

test(
  "legal pages show the periods and texts of this operator",
  { timeout: TIMEOUT_MS },
  async () => {
    const { communitySettings } = await import("#shared/community-settings.ts");
    const retentionDays = { ...communitySettings.retentionDays, messages: 321 };
    vi.resetModules();
    const own = await openPages({ retentionDays, supportEmail: "help@campus.example" });
    const { markup } = await own.render("/privacy-policy");
    expect(markup).toContain("Messages are deleted 321 days after");
    expect(markup).toContain("help@campus.example");
    vi.resetModules();
    const replaced = await openPages({ customLegalTexts: ["terms-of-use"] }, [
      {
        page: "terms-of-use",
        language: "en",
        updated: "3 May 2026",
        body: "Ours <b>only</b>.\n\n## Seats\n\nBe kind.",
      },
    ]);
    const terms = (await replaced.render("/terms-of-use")).markup;
    expect(terms).toContain("Ours &lt;b&gt;only&lt;/b&gt;.");
    expect(terms).toContain("Be kind.");
    expect(terms).toContain("Last updated: 3 May 2026");
    expect(terms).not.toContain("<b>");
  },
);
