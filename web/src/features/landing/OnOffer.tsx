import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatDay, formatMoney, formatTime } from "#shared/formatting/format.ts";
import { usePublicOffers } from "./NextPublicRide.tsx";

/** What the community offers this week: public rides and events, each with its page; nothing without any. */
export function OnOffer() {
  const { t } = useLingui();
  const data = usePublicOffers();
  if (!data || data.rides.length + data.events.length === 0) return null;
  const { rides, events } = data;
  const count = data.ridesThisWeek;
  return (
    <section
      aria-labelledby="on-offer"
      className="mx-auto max-w-(--page) px-(--gutter) pt-16 lg:pt-24"
    >
      <h2
        id="on-offer"
        className="text-3xl leading-tight font-extrabold tracking-[-.025em]"
      >{t`On offer this week`}</h2>
      {count !== null && (
        <p className="mt-2 text-lg text-ink-2">
          {plural(count, {
            one: "# ride in the next seven days. Some of them are open to everyone:",
            other: "# rides in the next seven days. Some of them are open to everyone:",
          })}
        </p>
      )}
      <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {rides.map(({ id, from, to, departsAt, timeZone, contribution }) => (
          <OfferItem
            key={id}
            href={`/rides/${id}`}
            title={t`${from} to ${to}`}
            when={`${formatDay(departsAt, timeZone)}, ${formatTime(departsAt, timeZone)}`}
            detail={contribution ? formatMoney(contribution) : t`Free`}
          />
        ))}
        {events.map(({ id, title, place, startsAt, timeZone }) => (
          <OfferItem
            key={id}
            href={`/events/${id}`}
            title={title}
            when={`${formatDay(startsAt, timeZone)}, ${formatTime(startsAt, timeZone)}`}
            detail={place}
          />
        ))}
      </ul>
    </section>
  );
}

interface OfferItemProps {
  readonly href: string;
  readonly title: string;
  readonly when: string;
  readonly detail: string;
}

/** A link to a page that the server renders, so the app does not open it. */
function OfferItem({ href, title, when, detail }: OfferItemProps) {
  return (
    <li>
      <a
        href={href}
        className="grid h-full content-start gap-1 card p-4 no-underline hover:shadow-2"
      >
        <span className="text-lg leading-6 font-bold wrap-anywhere">{title}</span>
        <span className="num text-ink-2">{when}</span>
        <span className="text-ink-2 wrap-anywhere">{detail}</span>
      </a>
    </li>
  );
}
