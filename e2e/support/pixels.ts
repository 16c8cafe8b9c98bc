import type { Page } from "@playwright/test";

/** Bytes of a colour may differ by this much in a picture. */
const TOLERANCE = 10;

/** How many pixels of a part of the window have each of these colours, given in CSS. */
export async function countPixels(
  page: Page,
  clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  colours: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, number>> {
  const picture = (await page.screenshot({ clip })).toString("base64");
  const counted = await page.evaluate(
    async ({ base64, sources, tolerance }) => {
      const context = document
        .createElement("canvas")
        .getContext("2d", { willReadFrequently: true });
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      if (!context) throw new Error("This browser draws nothing.");
      Object.assign(context.canvas, { width: image.width, height: image.height });
      const bytesOf = (colour: string) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = colour;
        context.fillStyle = getComputedStyle(probe).color;
        probe.remove();
        context.fillRect(0, 0, 1, 1);
        return context.getImageData(0, 0, 1, 1).data.slice(0, 3);
      };
      const wanted = sources.map(bytesOf);
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      return wanted.map((colour) => {
        let pixels = 0;
        for (let n = 0; n < data.length; n += 4)
          if (colour.every((byte, part) => Math.abs(byte - (data[n + part] ?? 0)) < tolerance))
            pixels += 1;
        return pixels;
      });
    },
    { base64: picture, sources: Object.values(colours), tolerance: TOLERANCE },
  );
  return new Map(Object.keys(colours).map((name, n) => [name, counted[n] ?? 0]));
}
