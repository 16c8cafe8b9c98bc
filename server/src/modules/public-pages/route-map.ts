import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import type { PublicEvent } from "#modules/events/index.ts";
import type { PublicTown } from "#modules/rides/published/index.ts";
import { translate } from "#platform/i18n/translate.ts";
import { drawDots, routeDots } from "#platform/map-pictures/draw-dots.ts";
import type { PictureSize } from "#platform/map-pictures/frame.ts";
import type { MapPicture, MapPictures } from "#platform/map-pictures/map-pictures.ts";
import { html, Html } from "./html.ts";

/** On a phone a unit is a little less than a pixel, on larger screens a little more. */
const PAGE_SIZE = {
  width: 400,
  height: 220,
} as const;
export const MAP_CREDIT = "© OpenStreetMap contributors";

const ROUTE_TEXT = message("Map with a route from {from} to {to}", {
  comment: "Describes a picture to people who cannot see it. from, to: towns.",
});
const BETWEEN_TOWNS = message(
  "The usual route between these towns, not the exact one of this ride.",
  {
    comment: "Below a map.",
  },
);
const PLACE_TEXT = message("Map around {place}", {
  comment: "Describes a picture to people who cannot see it.",
});

/** The map of a ride by its towns alone; undefined if one of them has no place of its own (decision 139). */
export async function drawTowns(
  maps: MapPictures,
  towns: readonly PublicTown[],
  size: PictureSize,
): Promise<MapPicture | undefined> {
  const places = towns.flatMap(({ at }) => at ?? []);
  return places.length < towns.length ? undefined : maps.draw(places, size);
}

/** The map on the page of a public ride. */
export async function renderTowns(
  maps: MapPictures,
  towns: readonly PublicTown[],
  language: Language,
): Promise<Html | undefined> {
  const picture = await drawTowns(maps, towns, PAGE_SIZE);
  if (!picture) return undefined;
  const names = towns.map(({ name }) => name);
  return renderFigure(picture, names, {
    label: translate(language, ROUTE_TEXT, {
      from: names.at(0) ?? "",
      to: names.at(-1) ?? "",
    }),
    hint: translate(language, BETWEEN_TOWNS),
  });
}

/** The map on the page of a public event, whose place is public. */
export async function renderEventPlace(
  maps: MapPictures,
  { place, at }: Pick<PublicEvent, "place" | "at">,
  language: Language,
): Promise<Html | undefined> {
  const picture = await maps.draw([at], PAGE_SIZE);
  if (!picture) return undefined;
  const name = place.split(/[,،]/u)[0]?.trim() ?? place;
  return renderFigure(picture, [name], { label: translate(language, PLACE_TEXT, { place: name }) });
}

interface FigureTexts {
  readonly label: string;
  readonly hint?: string;
}

function renderFigure(
  { points, markup, showsOpenStreetMap }: MapPicture,
  names: readonly string[],
  { label, hint }: FigureTexts,
): Html {
  const { width, height } = PAGE_SIZE;
  const credit = showsOpenStreetMap && html`<small>${MAP_CREDIT}</small>`;
  return html`<figure class="map">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
      ${new Html(markup + drawDots(routeDots(points, names), PAGE_SIZE))}
    </svg>
    ${(hint || credit) && html`<figcaption class="hint">${hint} ${credit}</figcaption>`}
  </figure>`;
}
