import type { Page } from "@playwright/test";

/** A map costs a machine without a graphics card most of its time; who looks at none has the list. */
export const withoutMap = (page: Page) =>
  page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
