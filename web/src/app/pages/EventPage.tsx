import type { Event } from "@commonlane/contract/events";
import { useLingui } from "@lingui/react/macro";
import { EventScreen } from "#features/events/EventScreen.tsx";
import { ShareButton } from "#shared/share/ShareButton.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { eventSearchParams } from "../search-actions/event-search.ts";

/** The page of an event, with links that fill in search, hosting and requests. */
export function EventPage() {
  return <EventScreen renderLinks={renderLinks} renderShare={renderShare} />;
}

const renderLinks = (event: Event, direction: "there" | "back") => (
  <EventLinks params={eventSearchParams(event, direction)} />
);
const renderShare = ({ title }: Event) => <ShareButton title={title} />;

function EventLinks({ params }: { params: string }) {
  const { t } = useLingui();
  return (
    <>
      <Link to={`/seek?${params}`} className={buttonClasses("soft")}>
        <Icon name="search" />
        {t`Find a ride`}
      </Link>
      <Link to={`/host?${params}`} className={buttonClasses("line")}>
        <Icon name="car" />
        {t`Offer a ride`}
      </Link>
      <Link to={`/requests/new?${params}`} className={buttonClasses("line")}>
        <Icon name="hand" />
        {t`Post a request`}
      </Link>
    </>
  );
}
