import type { Page } from "@playwright/test";

/**
 * What does not fit on a screen: a page wider than its window, texts that are cut without an ellipsis, and elements that
 * reach out of the window without being scrolled.
 */
export function findMisfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    const { scrollWidth, clientWidth } = root;
    if (scrollWidth > clientWidth)
      found.push(`the page is ${scrollWidth - clientWidth} px wider than the window`);
    const hidden = ".sr-only, [aria-hidden=true], svg, .maplibregl-map, .first-paint";
    const scrolls = (element: Element | null): boolean => {
      for (let each = element; each; each = each.parentElement)
        if (/auto|scroll/.test(getComputedStyle(each).overflowX) && each !== root) return true;
      return false;
    };
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const text = [...element.childNodes].some(
        (node) => node instanceof Text && node.data.trim() !== "",
      );
      if (!text || element.closest(hidden) || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      const excerpt = `"${element.innerText.trim().slice(0, 60)}"`;
      const isCut =
        /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      if (isCut)
        found.push(
          `${excerpt} is cut${style.textOverflow === "ellipsis" ? " with an ellipsis" : ""}`,
        );
      if ((box.right > clientWidth + 1 || box.left < -1) && !scrolls(element))
        found.push(`${excerpt} leaves the window`);
    }
    return [...new Set(found)];
  });
}
