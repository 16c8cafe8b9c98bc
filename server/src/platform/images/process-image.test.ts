import { createRequire } from "node:module";
import { expect, onTestFinished, test } from "vitest";
import { processImage } from "./process-image.ts";

const loader: object = createRequire(import.meta.url)("node:module");
const LOAD = "_load";

/** Lets `sharp` fail to load, as on a machine without its binary or without memory, until it is mended. */
function breakSharp(): { mend: () => void } {
  const load: (...wanted: unknown[]) => unknown = Reflect.get(loader, LOAD);
  const mend = () => void Reflect.set(loader, LOAD, load);
  const loadOthers = (name: unknown, ...rest: unknown[]) => {
    if (name === "sharp") throw new Error("Could not load the sharp module");
    return load.call(loader, name, ...rest);
  };
  Reflect.set(loader, LOAD, loadOthers);
  onTestFinished(mend);
  return { mend };
}

const SVG = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>");

test("[domain/work:failed-load] without its library pictures fail, and work as soon as it loads, without a restart", async () => {
  const { mend } = breakSharp();
  await expect(processImage(SVG, async () => "read")).rejects.toThrow("Could not load the sharp");
  mend();
  // Now it is the picture that is refused.
  await expect(processImage(SVG, async () => "read")).rejects.toMatchObject({
    code: "photo_format_unknown",
  });
});
