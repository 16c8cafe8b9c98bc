import { message } from "@commonlane/contract/message";
import type { PublicEvent } from "#modules/events/index.ts";
import type { PublicRide } from "#modules/rides/published/index.ts";
import type { Station, StopCall, StoredTimetable } from "#modules/transit/index.ts";
import { dateFormat } from "#platform/i18n/formats.ts";
import { translatorFor } from "#platform/i18n/translate.ts";
import { html, type Html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { SiteOptions } from "../ride-page-html.ts";

export interface Board {
  readonly station: Station;
  /** The event whose board it is. */
  readonly event: PublicEvent | undefined;
  readonly departures: readonly StopCall[];
  readonly rides: readonly PublicRide[];
  readonly sources: readonly StoredTimetable[];
  readonly hasDelays: boolean;
  /** On a screen without a reader who could reload it. */
  readonly isOnScreen: boolean;
  readonly now: Date;
  readonly timeZone: string;
}

const RELOAD_S = 60;

const TITLE = message("Departures: {station}", { comment: "Title of a page. station: its name." });
const UPDATED = message("Updated at {time}", { comment: "time: such as 07:45." });
const TRAINS = message("Trains and buses", { comment: "Title of a list of departures." });
const NO_TRAINS = message("No departures in the next two hours.");
const RIDES = message("Rides of {community}", { comment: "Title of a list of rides." });
const NO_RIDES = message("No public rides from here in the next day.");
const PLATFORM = message("Platform {platform}", { comment: "platform: its number or letter." });
const SOURCE = message("Timetable: {names}. Without delays.", { comment: "names: of feeds." });
const SOURCE_WITH_DELAYS = message("Timetable: {names}. Delays where they are known.", {
  comment: "names: of feeds.",
});
const CANCELLED = message("Cancelled", { comment: "Of a train or bus on a board." });
const LATE = message("+{minutes} min", { comment: "How late a train is, on a board." });
const MADE_UP = message("These times are made up.", { comment: "Of an example timetable." });
const FREE_SEATS = message("{count, plural, =0 {full} one {# seat} other {# seats}}", {
  comment: "Free seats of a ride on a departure board.",
});

const CLOCK = {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;
const formatClock = dateFormat(CLOCK);
const formatDayAndClock = dateFormat({
  weekday: "short",
  ...CLOCK,
});
const formatDate = dateFormat({ dateStyle: "short" });

/** Departures of public transport and of public rides, without scripts. */
export function renderBoard(board: Board, site: SiteOptions): string {
  const { language } = site;
  const t = translatorFor(language);
  const { station, event, departures, rides, sources, hasDelays, now, timeZone } = board;
  const clock = (at: Date) => formatClock(language, at, timeZone);
  const dayAndClock = (at: Date) => formatDayAndClock(language, at, timeZone);
  const dateOf = (at: Date) => formatDate(language, at, timeZone);
  const isToday = (at: Date) => dateOf(at) === dateOf(now);
  const stationTitle = t(TITLE, { station: station.name });
  const title = event?.title ?? stationTitle;
  const names = sources.map(({ name, attribution }) => `${name} (${attribution})`).join(", ");
  return renderPage({
    ...site,
    title: `${title} · ${site.communityName}`,
    head: [
      html`<meta name="robots" content="noindex" />`,
      ...(board.isOnScreen ? [html`<meta http-equiv="refresh" content="${RELOAD_S}" />`] : []),
    ],
    main: html`<article class="card board">
      <h1>${title}</h1>
      <p class="hint">${t(UPDATED, { time: clock(now) })}</p>
      <h2>${event ? stationTitle : t(TRAINS)}</h2>
      ${departures.length === 0 && html`<p>${t(NO_TRAINS)}</p>`}
      <ol>
        ${departures.map(
          ({ at, line, place, platform, ...call }) =>
            html`<li>
              ${time(at, clock)}<b class="line">${line}</b>
              <span>${place}</span>
              ${call.isCancelled && html`<strong>${t(CANCELLED)}</strong>`}
              ${isLate(call) && html`<b>${t(LATE, { minutes: call.lateMinutes ?? 0 })}</b>`}
              ${platform !== "" && html`<small>${t(PLATFORM, { platform })}</small>`}
            </li>`,
        )}
      </ol>
      <h2>${t(RIDES, { community: site.communityName })}</h2>
      ${rides.length === 0 && html`<p>${t(NO_RIDES)}</p>`}
      <ol>
        ${rides.map(
          ({ id, departsAt, towns, seatsLeft }) =>
            html`<li>
              ${time(departsAt, isToday(departsAt) ? clock : dayAndClock)}
              <a href="/rides/${id}"
                >${towns
                  .slice(1)
                  .map(({ name }) => name)
                  .join(" – ")}</a
              >
              <small>${t(FREE_SEATS, { count: seatsLeft })}</small>
            </li>`,
        )}
      </ol>
      <p class="hint">
        ${t(hasDelays ? SOURCE_WITH_DELAYS : SOURCE, { names })}
        ${sources.some(({ isExample }) => isExample) && t(MADE_UP)}
      </p>
    </article>`,
  });
}

function isLate({ isCancelled, lateMinutes = 0 }: Pick<StopCall, "isCancelled" | "lateMinutes">) {
  return !isCancelled && lateMinutes > 0;
}

const time = (at: Date, clock: (at: Date) => string): Html =>
  html`<time class="num" datetime="${at.toISOString()}">${clock(at)}</time>`;

const FIND = message("Departures at a stop", { comment: "Title of a page." });
const STOP = message("Stop or station", { comment: "Label of a field." });
const SHOW = message("Search", { comment: "Button." });
const NONE = message("No stop has this name.");

/** A form that finds stations by name. */
export function renderStationSearch(
  {
    text,
    stations,
  }: {
    readonly text: string;
    readonly stations: readonly Station[];
  },
  site: SiteOptions,
): string {
  const t = translatorFor(site.language);
  return renderPage({
    ...site,
    title: `${t(FIND)} · ${site.communityName}`,
    head: [html`<meta name="robots" content="noindex" />`],
    main: html`<article class="card board">
      <h1>${t(FIND)}</h1>
      <form class="search" action="/board" method="get">
        <input type="hidden" name="lang" value="${site.language}" />
        <label
          >${t(STOP)} <input name="q" value="${text}" required maxlength="100" autocomplete="off"
        /></label>
        <button type="submit">${t(SHOW)}</button>
      </form>
      ${text !== "" && stations.length === 0 && html`<p role="status">${t(NONE)}</p>`}
      <ul>
        ${stations.map(
          ({ id, name }) =>
            html`<li>
              <a href="/board/${encodeURIComponent(id)}?lang=${site.language}">${name}</a>
            </li>`,
        )}
      </ul>
    </article>`,
  });
}
