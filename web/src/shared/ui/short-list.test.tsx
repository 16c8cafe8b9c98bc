import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ShortList } from "./ShortList.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

const shown = (items: readonly string[]): string =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ShortList items={items} initialCount={2} keyOf={(item) => item} className="grid">
        {(item) => <b>{item}</b>}
      </ShortList>
    </I18nProvider>,
  );

test("shows the first items, and how many there are if there are more", () => {
  expect(shown(["a", "b"])).toBe(
    '<ul class="grid"><li tabindex="-1"><b>a</b></li><li tabindex="-1"><b>b</b></li></ul>',
  );
  expect(shown(["a", "b", "c"])).toMatch(/<b>b<\/b><\/li><\/ul><button.*Show all 3/);
});
