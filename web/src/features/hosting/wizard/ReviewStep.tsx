import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { Plural, useLingui } from "@lingui/react/macro";
import { statedPreferences } from "#shared/profile/preference-labels.ts";
import { timeZoneOf } from "#shared/places/place-choice.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { durationBetweenS, formatDrivingTime } from "#shared/formatting/estimates.ts";
import {
  formatClockTime,
  formatDay,
  formatDistance,
  formatList,
  formatMoney,
  formatTime,
  formatTimeZone,
  townName,
} from "#shared/formatting/format.ts";
import { useOwnAudience } from "#shared/audiences/audiences.queries.ts";
import {
  formatCalendarDate,
  formatCalendarDates,
  formatWeekdays,
} from "#shared/formatting/weekdays.ts";
import { listFormat } from "#shared/formatting/formatters.ts";
import { parseAmount } from "#shared/formatting/amount-input.ts";
import { vehicleName } from "#shared/profile/vehicle-form.ts";
import { firstRideDate, getDeparture } from "../draft/departure.ts";
import { canBeListed, type RideDraft, UNCHANGED } from "../draft/ride-draft.ts";
import { SaveTemplate } from "../Templates.tsx";
import { STEP, type RenderRideCard, type RenderTrains, type StepProps } from "./wizard-steps.ts";
import { LUGGAGE_LABELS, useDetourText } from "./TermsFields.tsx";
import { StrangersView } from "./StrangersView.tsx";
import { useRoutePreview } from "./use-route-preview.ts";

interface ReviewStepProps extends StepProps {
  readonly profile: Profile | undefined;
  readonly changing: Ride | undefined;
  readonly renderRideCard?: RenderRideCard | undefined;
  readonly renderTrains?: RenderTrains | undefined;
  readonly onEdit: (step: number) => void;
}

/** Preview of the ride, with links back to each step. */
export function ReviewStep({ draft, profile, changing, onEdit, ...slots }: ReviewStepProps) {
  const { t } = useLingui();
  const { renderRideCard, renderTrains } = slots;
  const isPreviewed = !changing && renderRideCard !== undefined;
  const edit = (step: number, label: string) => (
    <Button variant="ghost" size="sm" icon="edit" onClick={() => onEdit(step)}>
      {label}
    </Button>
  );
  return (
    <div className="grid gap-4">
      {isPreviewed && (
        <StrangersView
          {...{
            draft,
            renderRideCard,
            renderTrains,
          }}
        />
      )}
      {changing && changing.seatsLeft < changing.seatsTotal && <ReconfirmationNotice />}
      <BadRoadNotice draft={draft} />
      <div className="grid gap-4 card p-4">
        {(!isPreviewed || draft.repeats || draft.returns) && (
          <div className="flex items-start gap-3">
            <RouteSummary draft={draft} />
            <p className="num ms-auto text-2xl">{contributionText(draft) ?? t`Free`}</p>
          </div>
        )}
        {!isPreviewed && <HostRow draft={draft} />}
        <RideDetails draft={draft} profile={profile} changing={changing} />
        {draft.note.trim() && (
          <blockquote className="rounded-md bg-sunken px-4 py-3 whitespace-pre-line wrap-anywhere">
            {draft.note.trim()}
          </blockquote>
        )}
        <div className="flex flex-wrap gap-x-2 border-t border-line pt-2">
          {edit(STEP.route, t`Edit route`)}
          {edit(STEP.time, t`Edit time`)}
          {edit(STEP.seats, t`Edit seats and price`)}
        </div>
      </div>
      {!changing && <SaveTemplate draft={draft} />}
    </div>
  );
}

/** Names the places that only a bad road reaches: mostly the map was tapped beside the street. */
function BadRoadNotice({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  const points = pointsOf(draft);
  const { badRoadAt = [] } = useRoutePreview(points);
  const places = badRoadAt.flatMap((n) => points[n]?.label ?? []);
  if (places.length === 0) return null;
  const names = listFormat({ type: "conjunction" }).format(places.map((label) => townName(label)));
  return (
    <Notice tone="warn">
      {t({
        comment: "names: one or more places of a ride.",
        message: `Only a track or a bad road leads to ${names}. Check the place on the map, or choose one on a street nearby.`,
      })}
    </Notice>
  );
}

const pointsOf = ({ origin, stops, destination }: RideDraft) =>
  [origin, ...stops.map(({ choice }) => choice), destination].flatMap(({ place }) => place ?? []);

export function ReconfirmationNotice() {
  const { t } = useLingui();
  const distance = formatDistance(1000);
  return (
    <Notice tone="info">
      {t`We'll notify your passengers. If the departure moves by more than 15 minutes, or the start or destination by more than ${distance}, they must confirm. A seat that they give up then counts as cancelled by you.`}
    </Notice>
  );
}

function useRecurrenceText() {
  const { t } = useLingui();
  return {
    periodText: (draft: RideDraft) => {
      const { lastDay, exceptions } = draft;
      const from = formatCalendarDate(firstRideDate(draft));
      const span = lastDay ? t`From ${from} to ${formatCalendarDate(lastDay)}` : t`From ${from}`;
      return exceptions.length > 0
        ? `${span}, ${t`not on ${formatCalendarDates(exceptions)}`}`
        : span;
    },
    returnText: ({ repeats, returnDate, returnTime }: RideDraft) =>
      repeats
        ? t`back at ${formatClockTime(returnTime)}`
        : t`back on ${formatCalendarDate(returnDate)} at ${formatClockTime(returnTime)}`,
  };
}

function RouteSummary({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  const departure = getDeparture(draft);
  const { periodText, returnText } = useRecurrenceText();
  const { origin, destination, stops } = draft;
  const preview = useRoutePreview(pointsOf(draft));
  if (!departure) return null;
  const zone = timeZoneOf(draft.origin.place);
  const departs = departure.toISOString();
  const arrives = new Date(departure.getTime() + preview.durationS * 1000).toISOString();
  const time = formatDrivingTime(durationBetweenS(departs, arrives), preview);
  const zoneName = formatTimeZone(departs, zone);
  const via = formatList(stops.map(({ choice }) => townName(choice.text)));
  return (
    <div className="grid gap-2">
      <p className="num text-base font-semibold text-ink-2">
        {draft.repeats ? formatWeekdays(draft.weekdays) : formatDay(departs, zone)}
        {zoneName && ` (${zoneName})`}
      </p>
      {draft.repeats && <p className="text-sm text-ink-2">{periodText(draft)}</p>}
      <JourneyStrip
        from={origin.text}
        to={destination.text}
        departs={formatTime(departs, zone)}
        arrives={formatTime(arrives, zone)}
        via={stops.length}
        meta={
          <>
            {draft.returns && `${returnText(draft)} · `}
            <EstimateText text={time} />
            {via && ` · ${t`via ${via}`}`}
          </>
        }
      />
    </div>
  );
}

function HostRow({ draft }: { draft: RideDraft }) {
  const user = useUser();
  return (
    <div className="flex items-center gap-3">
      <Avatar uid={user.uid} name={user.displayName} email={user.email} photo={user.photo} />
      <p className="min-w-0 flex-1 truncate font-semibold">{user.displayName}</p>
      <Pill tone="ok" icon="seat">
        <Plural value={draft.seats} one="# seat" other="# seats" />
      </Pill>
    </div>
  );
}

function RideDetails({
  draft,
  profile,
  changing,
}: { draft: RideDraft } & Pick<ReviewStepProps, "profile" | "changing">) {
  const { t, i18n } = useLingui();
  const detourText = useDetourText(changing);
  const vehicle =
    draft.vehicleId === UNCHANGED
      ? changing?.vehicle
      : profile?.vehicles.find(({ id }) => id === draft.vehicleId);
  const luggage = LUGGAGE_LABELS[draft.luggage];
  const name = useOwnAudience(draft.membersOf)?.name;
  const details: { icon: IconName; text: string }[] = [
    ...(vehicle
      ? [
          {
            icon: "car" as const,
            text: vehicleName(vehicle),
          },
        ]
      : []),
    {
      icon: "check-circle",
      text: draft.approval === "instant" ? t`Instant booking` : t`You approve each request`,
    },
    { icon: "route", text: t`Detour: ${detourText(draft.detour)}` },
    {
      icon: "bag",
      text: t`Luggage: ${luggage ? i18n._(luggage) : ""}`,
    },
    ...(draft.maxTwoInBack
      ? [
          {
            icon: "seat" as const,
            text: t`Max. 2 in the back`,
          },
        ]
      : []),
    ...(name !== undefined
      ? [
          {
            icon: "users" as const,
            text: t`Only for: ${name}`,
          },
        ]
      : []),
    ...(draft.sameGender
      ? [
          {
            icon: "users" as const,
            text: t`Only for people of your gender`,
          },
        ]
      : []),
    ...(draft.isListed && canBeListed(draft)
      ? [
          {
            icon: "share" as const,
            text: t`Also in journey planners and neighbouring communities`,
          },
        ]
      : []),
    ...statedPreferences(draft.preferences).map(({ icon, words }) => ({
      icon,
      text: i18n._(words),
    })),
  ];
  return (
    <ul className="grid gap-2 text-ink-2 sm:grid-cols-2">
      {details.map(({ icon, text }) => (
        <li key={text} className="flex items-start gap-2">
          <Icon name={icon} className="mt-0.5 text-ink-3" />
          {text}
        </li>
      ))}
    </ul>
  );
}

function contributionText({ free, amount, currency }: RideDraft): string | undefined {
  const amountMinor = parseAmount(amount, currency);
  return free || amountMinor === undefined
    ? undefined
    : formatMoney({
        amountMinor,
        currency,
      });
}
