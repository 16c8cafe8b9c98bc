import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { needLabels, statedPreferences } from "#shared/profile/preference-labels.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { formatMoney } from "#shared/formatting/format.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { luggageLabels, windowText } from "../request-text.ts";

/** All details of a request: route, time window, seats, maximum price, needs and note. */
export function RequestDetails({ request }: { request: RideRequest }) {
  const { t, i18n } = useLingui();
  const { uid } = useUser();
  const {
    origin,
    destination,
    seats,
    maxContribution,
    preferences,
    needs = [],
    luggage = 0,
    audience,
    membersOf,
    note,
  } = request;
  const name = membersOf?.name;
  const luggageText = luggageLabels[luggage];
  return (
    <div className="grid gap-4">
      <JourneyStrip from={origin.label} to={destination.label} size="lg" />
      <p className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="calendar" className="size-5.5 text-ink-3" />
        {windowText(request)}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-ink-2">
        <RequestDetail icon="seat">{t`${plural(seats, {
          one: "# seat",
          other: "# seats",
        })}`}</RequestDetail>
        <RequestDetail icon="coins">
          {maxContribution ? t`Up to ${formatMoney(maxContribution)} per seat` : t`Price open`}
        </RequestDetail>
        {membersOf && (
          <RequestDetail icon="users">
            {name ? t`Only for: ${name}` : t`Only for members of a group`}
          </RequestDetail>
        )}
        {audience === "sameGender" && (
          <RequestDetail icon="users">{t`Only drivers of the same gender`}</RequestDetail>
        )}
        {luggageText && <RequestDetail icon="bag">{i18n._(luggageText)}</RequestDetail>}
        {needs.map((need) => (
          <RequestDetail key={need} icon={need === "assistance-animal" ? "paw" : "check-circle"}>
            {i18n._(needLabels[need])}
          </RequestDetail>
        ))}
        {statedPreferences(preferences).map(({ icon, words }) => (
          <RequestDetail key={icon} icon={icon}>
            {i18n._(words)}
          </RequestDetail>
        ))}
      </ul>
      {note && (
        <blockquote className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">{note}</blockquote>
      )}
      <MaskedTextNote text={note} isOwn={request.seekerId === uid} />
    </div>
  );
}

function RequestDetail({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <Icon name={icon} className="size-5 text-ink-3" />
      {children}
    </li>
  );
}
