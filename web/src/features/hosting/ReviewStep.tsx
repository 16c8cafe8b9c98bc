import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { Plural, useLingui } from "@lingui/react/macro";
import { saidPreferences } from "#shared/profile/preference-words.ts";
import { vehicleName } from "#shared/profile/vehicle-name.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { dayText, durationText, moneyText, timeText, zoneText } from "#shared/wording/wording.ts";
import { dateText, weekdaysText } from "#shared/wording/weekdays.ts";
import { readAmount } from "#shared/wording/amount.ts";
import { departureOf, zoneOf } from "./departure.ts";
import { AS_IT_IS, type RideDraft } from "./ride-draft.ts";
import { KeepTemplate } from "./Templates.tsx";
import { STEP } from "./steps.ts";
import { luggageWords } from "./terms-words.ts";
import { useDetourWords } from "./TermsFields.tsx";
import type { StepFields } from "./wizard-props.ts";
import { previewOf } from "./way-preview.ts";

interface ReviewStepProps extends StepFields {
  readonly profile: Profile | undefined;
  readonly changing: Ride | undefined;
}

/** The ride as passengers will see it, each part with a way back to it. */
export function ReviewStep({ draft, change, profile, changing }: ReviewStepProps) {
  const { t } = useLingui();
  const edit = (step: number, label: string) => (
    <Button variant="ghost" size="sm" icon="edit" onClick={() => change({ step })}>
      {label}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t`This is what passengers will see.`}</p>
      {changing && changing.seatsLeft < changing.seatsTotal && <AskedAgain />}
      <div className="grid gap-4 rounded-lg border border-line bg-surface p-4">
        <div className="flex items-start gap-3">
          <Journey draft={draft} />
          <p className="num ms-auto text-2xl">{costWords(draft) ?? t`Free`}</p>
        </div>
        <div className="flex flex-wrap gap-x-2 border-t border-line pt-2">
          {edit(STEP.route, t`Edit route`)}
          {edit(STEP.time, t`Edit time`)}
        </div>
      </div>
      <div className="grid gap-4 rounded-lg border border-line bg-surface p-4">
        <HostRow draft={draft} />
        <Facts draft={draft} profile={profile} changing={changing} />
        {draft.note.trim() && (
          <blockquote className="rounded-md bg-sunken px-4 py-3 whitespace-pre-line wrap-anywhere">
            {draft.note.trim()}
          </blockquote>
        )}
        <div className="border-t border-line pt-2">{edit(STEP.seats, t`Edit seats and cost`)}</div>
      </div>
      {!changing && <KeepTemplate draft={draft} />}
    </div>
  );
}

function AskedAgain() {
  const { t } = useLingui();
  return (
    <Notice tone="info">
      {t`Your passengers are told. If the ride leaves more than 15 minutes earlier or later, or begins or ends more than 1 km away, they are asked whether it still suits them.`}
    </Notice>
  );
}

function useRepeatWords() {
  const { t } = useLingui();
  return {
    whenWords: ({ date, lastDay, exceptions }: RideDraft) => {
      const from = dateText(date);
      const span = lastDay ? t`From ${from} to ${dateText(lastDay)}` : t`From ${from} on`;
      return exceptions.length > 0 ? `${span}, ${t`not on ${exceptions.map(dateText).join(", ")}`}` : span;
    },
    backWords: ({ repeats, returnDate, returnTime }: RideDraft) =>
      repeats ? t`back at ${returnTime}` : t`back on ${dateText(returnDate)} at ${returnTime}`,
  };
}

function Journey({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  const departs = departureOf(draft);
  const { whenWords, backWords } = useRepeatWords();
  const { origin, destination, stops } = draft;
  const points = [origin, ...stops.map(({ choice }) => choice), destination].flatMap(({ place }) => place ?? []);
  if (!departs) return null;
  const zone = zoneOf(draft);
  const { durationS } = previewOf(points);
  const arrives = new Date(departs.getTime() + durationS * 1000).toISOString();
  const zoneName = zoneText(departs.toISOString(), zone);
  const via = stops.map(({ choice }) => choice.text.split(",")[0]).join(", ");
  return (
    <div className="grid gap-2">
      <p className="num text-base font-semibold text-ink-2">
        {draft.repeats ? weekdaysText(draft.weekdays) : dayText(departs.toISOString(), zone)}
        {zoneName && ` (${zoneName})`}
      </p>
      {draft.repeats && <p className="text-sm text-ink-2">{whenWords(draft)}</p>}
      <JourneyStrip
        from={origin.text}
        to={destination.text}
        departs={timeText(departs.toISOString(), zone)}
        arrives={timeText(arrives, zone)}
        via={stops.length}
        meta={
          <>
            {draft.returns && `${backWords(draft)} · `}
            {t`about ${durationText(durationS)}`}
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

function Facts({ draft, profile, changing }: { draft: RideDraft } & Pick<ReviewStepProps, "profile" | "changing">) {
  const { t, i18n } = useLingui();
  const detourWords = useDetourWords(changing);
  const vehicle =
    draft.vehicleId === AS_IT_IS ? changing?.vehicle : profile?.vehicles.find(({ id }) => id === draft.vehicleId);
  const luggage = luggageWords[draft.luggage];
  const facts: { icon: IconName; words: string }[] = [
    ...(vehicle ? [{ icon: "car" as const, words: vehicleName(vehicle) }] : []),
    {
      icon: "check-circle",
      words: draft.approval === "instant" ? t`Booked at once` : t`You answer each request`,
    },
    { icon: "route", words: t`Detour: ${detourWords(draft.detour)}` },
    { icon: "bag", words: t`Luggage: ${luggage ? i18n._(luggage) : ""}` },
    ...(draft.maxTwoInBack ? [{ icon: "seat" as const, words: t`At most two people in the back` }] : []),
    ...(draft.sameGender ? [{ icon: "users" as const, words: t`Only for people of your gender` }] : []),
    ...saidPreferences(draft.preferences).map(({ icon, words }) => ({ icon, words: i18n._(words) })),
  ];
  return (
    <ul className="grid gap-2 text-ink-2 sm:grid-cols-2">
      {facts.map(({ icon, words }) => (
        <li key={words} className="flex items-start gap-2">
          <Icon name={icon} className="mt-0.5 text-ink-3" />
          {words}
        </li>
      ))}
    </ul>
  );
}

function costWords({ free, amount, currency }: RideDraft): string | undefined {
  const amountMinor = readAmount(amount, currency);
  return free || amountMinor === undefined ? undefined : moneyText({ amountMinor, currency });
}
