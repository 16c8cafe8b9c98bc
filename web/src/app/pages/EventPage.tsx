import type { Event } from "@commonlane/contract/events";
import { useLingui } from "@lingui/react/macro";
import { EventScreen } from "#features/events/EventScreen.tsx";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSearchDraft } from "#shared/forms/search-draft.ts";
import { NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
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
  <>
    {direction === "there" && <StartField event={event} />}
    <EventLinks params={eventSearchParams(event, direction)} />
  </>
);
const renderShare = ({ title }: Event) => <ShareButton title={title} />;

/** Searches for rides to the event once its start is chosen; begins with what a visitor typed on the public page. */
function StartField({ event }: { event: Event }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [{ from }] = useSearchDraft();
  const [choice, setChoice] = useState<PlaceChoice>({
    ...NO_PLACE,
    text: from,
  });
  const choose = (next: PlaceChoice) => {
    setChoice(next);
    if (next.place) void navigate(`/seek?${eventSearchParams(event, "there", next.place)}`);
  };
  return (
    <PlaceField
      offerHere
      label={t`Where do you start?`}
      value={choice}
      onChange={choose}
      className="w-full"
    />
  );
}

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
