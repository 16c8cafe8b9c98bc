/** Map colours as `rgb()`, the only format that MapLibre reads. */
export type Palette = Record<keyof typeof PALETTE_SOURCES, string>;

// Every colour is a design token or a mix of two, so that an operator's theme also applies to the map.
export const PALETTE_SOURCES = {
  sea: "var(--m-sea)",
  land: "color-mix(in oklab, var(--m-land) 76%, var(--c-surface))",
  coast: "color-mix(in oklab, var(--m-sea) 78%, var(--m-b0))",
  river: "color-mix(in oklab, var(--m-sea) 92%, var(--m-b0))",
  urban: "var(--m-urban)",
  // Ground. Colours of middle lightness, mixed with the land, fit light and dark themes.
  built: "color-mix(in oklab, var(--m-urban) 62%, var(--c-surface))",
  industry: "color-mix(in oklab, var(--m-urban) 78%, oklch(0.62 0.05 300))",
  campus: "color-mix(in oklab, var(--m-urban) 76%, oklch(0.7 0.09 75))",
  wood: "color-mix(in oklab, var(--m-land) 74%, oklch(0.62 0.1 141))",
  grass: "color-mix(in oklab, var(--m-land) 76%, oklch(0.68 0.13 132))",
  field: "color-mix(in oklab, var(--m-land) 88%, oklch(0.7 0.08 105))",
  rock: "color-mix(in oklab, var(--m-land) 80%, oklch(0.62 0.012 100))",
  glacier: "color-mix(in oklab, var(--m-land) 55%, var(--m-sea))",
  building: "color-mix(in oklab, var(--m-urban) 76%, var(--m-b1))",
  buildingEdge: "color-mix(in oklab, var(--m-urban) 55%, var(--m-b0))",
  // Roads
  road: "var(--m-link)",
  roadEdge: "color-mix(in oklab, var(--m-b1) 62%, var(--m-b0))",
  mainRoad: "color-mix(in oklab, var(--m-link) 66%, var(--c-lamp))",
  mainRoadEdge: "color-mix(in oklab, var(--m-b0) 66%, var(--c-lamp))",
  motorway: "color-mix(in oklab, var(--m-link) 30%, var(--c-lamp))",
  path: "color-mix(in oklab, var(--m-b0) 84%, oklch(0.55 0.1 60))",
  rail: "color-mix(in oklab, var(--m-b0) 88%, var(--m-land))",
  shieldText: "var(--c-on-lamp)",
  // Labels
  streetName: "color-mix(in oklab, var(--m-text) 82%, var(--m-text-2))",
  poiName: "color-mix(in oklab, var(--m-text) 55%, var(--m-text-2))",
  waterName: "color-mix(in oklab, var(--m-water-text) 48%, var(--m-text))",
  transit: "var(--c-info)",
  border: "var(--m-b0)",
  region: "var(--m-b1)",
  town: "var(--m-text)",
  village: "color-mix(in oklab, var(--m-text-2) 60%, var(--m-text))",
  regionName: "color-mix(in oklab, var(--m-text-2) 78%, var(--m-text))",
  countryName: "color-mix(in oklab, var(--m-text) 70%, var(--m-land))",
  halo: "var(--m-halo)",
  dot: "var(--c-surface)",
  route: "var(--c-route)",
  routeRest: "color-mix(in oklab, var(--c-route) 50%, var(--m-land))",
  casing: "var(--c-route-casing)",
} as const;

/** Reads the current value of the tokens at an element. */
export function readPalette(element: HTMLElement): Palette {
  const probe = element.appendChild(document.createElement("i"));
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const resolve = (source: string): string => {
    probe.style.color = source;
    if (!pixel) return "rgb(128 128 128)";
    // A canvas converts oklch and color-mix results to sRGB bytes.
    pixel.fillStyle = getComputedStyle(probe).color;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data;
    return `rgb(${red},${green},${blue})`;
  };
  const palette = mapValues(PALETTE_SOURCES, resolve);
  probe.remove();
  return palette;
}

export function mapValues<K extends string>(
  record: Record<K, string>,
  change: (value: string) => string,
): Record<K, string> {
  const changed = { ...record };
  for (const key in record) changed[key] = change(record[key]);
  return changed;
}

/** Calls back whenever the tokens may have changed: system theme or contrast, or the theme chosen in the profile. */
export function watchTheme(changed: () => void): () => void {
  const queries = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) =>
    matchMedia(query),
  );
  for (const query of queries) query.addEventListener("change", changed);
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme", "style"] });
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
    chosen.disconnect();
  };
}
