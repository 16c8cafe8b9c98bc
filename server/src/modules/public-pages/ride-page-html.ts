import type { PublicRide } from "#modules/rides/index.ts";
import { html, type Html } from "./html.ts";
import { renderPage } from "./page.ts";
import { PREVIEW_SIZE } from "./preview/preview-svg.ts";
import { tripData } from "./ride-json-ld.ts";
import { describeRide, type RideText } from "./ride-text.ts";

export interface SiteOptions {
  /** Base URL without a trailing slash. */
  readonly site: string;
  readonly communityName: string;
  readonly stylesPath: string;
}

/** The page that a visitor sees at the link of a public ride. */
export function renderRidePage(
  ride: PublicRide,
  site: SiteOptions,
  { previewVersion, isIndexed }: { readonly previewVersion: string; readonly isIndexed: boolean },
): string {
  const text = describeRide(ride, site.communityName);
  const url = `${site.site}/rides/${ride.id}`;
  const image = `${url}/preview.png?v=${previewVersion}`;
  return renderPage({
    ...site,
    title: `${text.title}, ${text.day} · ${site.communityName}`,
    head: [...metaTags({ text, url, image, isIndexed, ...site }), tripData({ ride, url, image, text, ...site })],
    main: rideCard(ride, text),
  });
}

interface MetaTags {
  readonly text: RideText;
  readonly url: string;
  readonly image: string;
  readonly communityName: string;
  readonly isIndexed: boolean;
}

const metaTags = ({ text, url, image, communityName, isIndexed }: MetaTags): Html[] => [
  html`<meta name="description" content="${text.description}" />`,
  html`<meta name="robots" content="${isIndexed ? "index, follow" : "noindex"}" />`,
  html`<link rel="canonical" href="${url}" />`,
  html`<meta property="og:type" content="website" />
    <meta property="og:site_name" content="${communityName}" />
    <meta property="og:title" content="${text.title}" />
    <meta property="og:description" content="${text.description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:locale" content="en_GB" />
    <meta property="og:image" content="${image}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${PREVIEW_SIZE.width}" />
    <meta property="og:image:height" content="${PREVIEW_SIZE.height}" />
    <meta property="og:image:alt" content="Ride from ${text.title}, ${text.day} at ${text.departure}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="${text.title}" />
    <meta name="twitter:description" content="${text.description}" />
    <meta name="twitter:image" content="${image}" />
    <meta name="twitter:image:alt" content="Ride from ${text.title}, ${text.day} at ${text.departure}" />`,
];

function rideCard(ride: PublicRide, text: RideText): Html {
  const next = `?next=/rides/${ride.id}`;
  const via = ride.towns.slice(1, -1).map((town) => html`<li class="stop"><span>${town}</span></li>`);
  const [price = "", perSeat] = text.price.split(/ (.*)/s);
  return html`<article class="card">
    <h1>${text.title}</h1>
    <p class="when"><time datetime="${ride.departsAt.toISOString()}">${text.day}</time></p>
    <ol class="route">
      <li class="end"><b class="num">${text.departure}</b><span>${text.from}</span></li>
      ${via}
      <li class="end">
        <b class="num">${text.arrival}</b><span>${text.to} <small>estimated</small></span>
      </li>
    </ol>
    <p class="hint">
      All times are local to the departure (${text.zone}). Places are approximate; the exact meeting point is agreed
      once the host accepts.
    </p>
    <dl class="facts">
      <div>
        <dt>Price</dt>
        <dd class="num">${price}${perSeat && html` <small>${perSeat}</small>`}</dd>
      </div>
      <div>
        <dt>Seats</dt>
        <dd>${text.seats}</dd>
      </div>
      <div>
        <dt>Host</dt>
        <dd>${ride.hostFirstName}</dd>
      </div>
    </dl>
    ${ride.seatsLeft === 0 && html`<p class="hint">All seats are taken for now. Members can join the waiting list.</p>`}
    <p class="actions"><a class="button" href="/register${next}">Sign up to ask for a seat</a></p>
    <p class="sign-in">Already a member? <a href="/login${next}">Sign in</a></p>
  </article>`;
}

/**
 * The reply for a ride that is not public, not known or over: always the same, so that no one can find
 * out which rides exist. `rideId` is undefined if the address is not that of a ride.
 */
export const renderUnavailablePage = (rideId: string | undefined, site: SiteOptions): string => {
  const next = rideId === undefined ? "" : `?next=/rides/${rideId}`;
  return renderPage({
    ...site,
    title: `This ride isn't available · ${site.communityName}`,
    head: [html`<meta name="robots" content="noindex" />`],
    main: html`<article class="card">
      <h1>This ride isn't available to everyone</h1>
      <p>It may be over, the link may be incomplete, or only members of ${site.communityName} can see it.</p>
      <p class="actions"><a class="button" href="/login${next}">Sign in to see it</a></p>
      <p class="sign-in">New here? <a href="/register${next}">Sign up</a> or <a href="/">see how it works</a></p>
    </article>`,
  });
};
