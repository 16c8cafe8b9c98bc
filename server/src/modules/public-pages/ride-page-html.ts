import { formattingTag, type Language, LANGUAGES } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { translate, translatorFor } from "#platform/i18n/translate.ts";
import type { HostRating, PassengerPart, PublicRide } from "#modules/rides/published/index.ts";
import { html, type Html } from "./html.ts";
import { type PageLook, renderPage } from "./page.ts";
import { PREVIEW_SIZE } from "./preview/preview-svg.ts";
import { tripData } from "./ride-json-ld.ts";
import { describePrice, describeRide, formatClock, type RideText } from "./ride-text.ts";

export interface SiteOptions {
  readonly language: Language;
  /** Base URL without a trailing slash. */
  readonly site: string;
  readonly communityName: string;
  readonly stylesPath: string;
  readonly look: PageLook;
}

export type SiteInAnyLanguage = Omit<SiteOptions, "language">;

interface RidePageOptions {
  readonly previewVersion: string;
  readonly isIndexed: boolean;
  /** Undefined if the list of places lacks one of its towns. */
  readonly map: Html | undefined;
  /** The stops of a visitor who comes from a planner or a neighbouring community. */
  readonly part?: PassengerPart | undefined;
}

/** The page that a visitor sees at the link of a public ride. */
export function renderRidePage(
  ride: PublicRide,
  site: SiteOptions,
  { previewVersion, isIndexed, map, part }: RidePageOptions,
): string {
  const text = describeRide(site.language, ride, site.communityName);
  const url = `${site.site}/rides/${ride.id}`;
  const image = `${url}/preview.png?lang=${site.language}&v=${previewVersion}`;
  return renderPage({
    ...site,
    title: `${text.title}, ${text.day} · ${site.communityName}`,
    head: [
      ...metaTags({
        text,
        url,
        image,
        isIndexed,
        ...site,
      }),
      tripData({
        ride,
        url,
        image,
        text,
        ...site,
      }),
    ],
    main: rideCard(ride, text, { map, part }),
    // The address has no other parameters to keep.
    offersLanguages: part === undefined,
  });
}

/** Such as "de_DE". */
export function openGraphLocale(tag: Language): string {
  const { language, region } = new Intl.Locale(formattingTag(tag)).maximize();
  return `${language}_${region}`;
}

interface MetaTags {
  readonly text: RideText;
  readonly url: string;
  readonly image: string;
  readonly communityName: string;
  readonly isIndexed: boolean;
}

const IMAGE_TEXT = message("Ride from {from} to {to}, {day} at {departure}", {
  comment: "Describes a picture to people who cannot see it. departure: a time.",
});

function metaTags({ text, url, image, communityName, isIndexed }: MetaTags): Html[] {
  const { from, to, day, departure } = text;
  const imageText = translate(text.language, IMAGE_TEXT, {
    from,
    to,
    day,
    departure,
  });
  return [
    html`<meta name="description" content="${text.description}" />`,
    html`<meta name="robots" content="${isIndexed ? "index, follow" : "noindex"}" />`,
    html`<link rel="canonical" href="${url}" />`,
    html`<meta property="og:type" content="website" />
      <meta property="og:site_name" content="${communityName}" />
      <meta property="og:title" content="${text.title}" />
      <meta property="og:description" content="${text.description}" />
      <meta property="og:url" content="${url}" />
      <meta property="og:locale" content="${openGraphLocale(text.language)}" />
      <meta property="og:image" content="${image}" />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="${PREVIEW_SIZE.width}" />
      <meta property="og:image:height" content="${PREVIEW_SIZE.height}" />
      <meta property="og:image:alt" content="${imageText}" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content="${text.title}" />
      <meta name="twitter:description" content="${text.description}" />
      <meta name="twitter:image" content="${image}" />
      <meta name="twitter:image:alt" content="${imageText}" />`,
    ...LANGUAGES.map(
      (code) => html`<link rel="alternate" hreflang="${code}" href="${url}?lang=${code}" />`,
    ),
    html`<link rel="alternate" hreflang="x-default" href="${url}" />`,
  ];
}

const ESTIMATED = message("estimated", { comment: "After a time of arrival." });
const APPROXIMATE = message(
  "Times are those of {town} ({zone}). Places are approximate; the exact meeting point is agreed once the host accepts.",
  { comment: "zone: a time zone such as CET." },
);
const PRICE = message("Price", { comment: "Label of what a seat costs." });
const PRICE_OF_PART = message("Price for your part", {
  comment: "Label of what a seat costs between the stops of the reader.",
});
const PRICE_OF_ALL = message("Price for the full route", {
  comment: "Label of what a seat costs, beside the price for the part of the reader.",
});
const SEATS = message("Seats", { comment: "Label of how many seats are free." });
const HOST = message("Host", { comment: "Label of the name of the driver who offers the ride." });
const ALL_TAKEN = message("All seats are taken for now. Members can join the waiting list.");
const SIGN_UP_FOR_SEAT = message("Sign up to ask for a seat", { comment: "Button." });
export const MEMBER = message("Already a member?", { comment: "Before the link “Sign in”." });
export const SIGN_IN = message("Sign in", { comment: "Link." });

const YOUR_PART = message(
  "You get in at {pickup} at about {from} and out at {dropoff} at about {to}.",
  { comment: "pickup, dropoff: places; from, to: times." },
);

function describePart({ timeZone }: PublicRide, { language }: RideText, part: PassengerPart): Html {
  const { pickup, dropoff } = part;
  const yourPart = translate(language, YOUR_PART, {
    pickup: pickup.name,
    from: formatClock(language, pickup.at, timeZone),
    dropoff: dropoff.name,
    to: formatClock(language, dropoff.at, timeZone),
  });
  return html`<p class="part">${yourPart}</p>`;
}

/** The price of a seat; for a visitor with stops, first that of their part. */
function describePrices({ language, price }: RideText, part: PassengerPart | undefined): Html[] {
  const t = translatorFor(language);
  if (!part) return [fact(t(PRICE), price)];
  return [
    fact(t(PRICE_OF_PART), describePrice(language, part.contribution)),
    fact(t(PRICE_OF_ALL), price),
  ];
}

const fact = (label: string, value: string): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd class="num">${value}</dd>
  </div>`;

/** Where sign-up and sign-in come back to: the ride, with the stops of the visitor. */
function returnLink({ id }: PublicRide, part: PassengerPart | undefined): string {
  const page = `/rides/${id}`;
  if (!part) return `?next=${page}`;
  const { pickup, dropoff } = part;
  const stops = `from=${pickup.lat},${pickup.lng}&to=${dropoff.lat},${dropoff.lng}`;
  return `?next=${encodeURIComponent(`${page}?${stops}`)}`;
}

function rideCard(
  ride: PublicRide,
  text: RideText,
  { map, part }: Pick<RidePageOptions, "map" | "part">,
): Html {
  const next = returnLink(ride, part);
  const via = ride.towns
    .slice(1, -1)
    .map(({ name }) => html`<li class="stop"><span>${name}</span></li>`);
  const t = translatorFor(text.language);
  return html`<article class="card">
    <h1>${text.title}</h1>
    <p class="when"><time datetime="${ride.departsAt.toISOString()}">${text.day}</time></p>
    <ol class="route">
      <li class="end"><b class="num">${text.departure}</b><span>${text.from}</span></li>
      ${via}
      <li class="end">
        <b class="num">${text.arrival}</b><span>${text.to} <small>${t(ESTIMATED)}</small></span>
      </li>
    </ol>
    ${part && describePart(ride, text, part)} ${map}
    <p class="hint">
      ${t(APPROXIMATE, {
        town: text.from,
        zone: text.zone,
      })}
    </p>
    <dl class="facts">
      ${describePrices(text, part)}
      <div>
        <dt>${t(SEATS)}</dt>
        <dd>${text.seats}</dd>
      </div>
      <div>
        <dt>${t(HOST)}</dt>
        <dd>
          ${ride.hostFirstName} ${ride.hostRating && ratingText(text.language, ride.hostRating)}
        </dd>
      </div>
    </dl>
    ${ride.seatsLeft === 0 && html`<p class="hint">${t(ALL_TAKEN)}</p>`}
    <p class="actions"><a class="button" href="/register${next}">${t(SIGN_UP_FOR_SEAT)}</a></p>
    <p class="sign-in">${t(MEMBER)} <a href="/login${next}">${t(SIGN_IN)}</a></p>
  </article>`;
}

const RATING = message("★ {stars} · {count, plural, one {# rating} other {# ratings}}", {
  comment: "Mean of the ratings of a host, beside the name. stars: from 1 to 5, such as 4.5.",
});

function ratingText(language: Language, { mean, count }: HostRating): Html {
  const stars = new Intl.NumberFormat(formattingTag(language), STARS).format(mean);
  return html`<small>${translate(language, RATING, { stars, count })}</small>`;
}
const STARS = {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
} as const;

/**
 * The reply for a ride that is not public, not known or over: always the same, so that no one can find
 * out which rides exist. `rideId` is undefined if the address is not that of a ride.
 */
export function renderUnavailablePage(rideId: string | undefined, site: SiteOptions): string {
  const t = translatorFor(site.language);
  const community = site.communityName;
  const next = rideId === undefined ? "" : `?next=/rides/${rideId}`;
  return renderPage({
    ...site,
    title: `${t(message("This ride isn't available", { comment: "Title of a page." }))} · ${community}`,
    head: [html`<meta name="robots" content="noindex" />`],
    main: html`<article class="card">
      <h1>${t(message("This ride isn't available to everyone"))}</h1>
      <p>
        ${t(
          message(
            "It may be over, the link may be incomplete, or only members of {community} can see it.",
          ),
          {
            community,
          },
        )}
      </p>
      <p class="actions">
        <a class="button" href="/login${next}"
          >${t(message("Sign in to see it", { comment: "Button. it: a ride." }))}</a
        >
      </p>
      <p class="sign-in">
        ${t(message("New here?", { comment: "Before the links “Sign up” and “See how it works”." }))}
        <a href="/register${next}">${t(message("Sign up", { comment: "Link." }))}</a> &middot;
        <a href="/"
          >${t(message("See how it works", { comment: "Link to the page about the product." }))}</a
        >
      </p>
    </article>`,
  });
}
