import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { needWords } from "#shared/profile/need-words.ts";
import { saidPreferences } from "#shared/profile/preference-words.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { moneyText } from "#shared/wording/wording.ts";
import { MaskNote } from "#shared/words/MaskNote.tsx";
import { luggageWords, windowText } from "./request-wording.ts";

/** Everything a request says: the way, when, for how many, the most it may cost, wishes and the note. */
export function RequestFacts({ request }: { request: RideRequest }) {
  const { t, i18n } = useLingui();
  const { uid } = useUser();
  const { origin, destination, seats, maxContribution, preferences, needs = [], luggage = 0, audience, note } = request;
  const bags = luggageWords[luggage];
  return (
    <div className="grid gap-4">
      <JourneyStrip from={origin.label} to={destination.label} size="lg" />
      <p className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="calendar" className="size-5.5 text-ink-3" />
        {windowText(request)}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-ink-2">
        <Fact icon="seat">{t`${plural(seats, { one: "# seat", other: "# seats" })}`}</Fact>
        <Fact icon="coins">
          {maxContribution ? t`At most ${moneyText(maxContribution)} for a seat` : t`Contribution left open`}
        </Fact>
        {audience === "sameGender" && <Fact icon="users">{t`Drivers of the same gender only`}</Fact>}
        {bags && <Fact icon="bag">{i18n._(bags)}</Fact>}
        {needs.map((need) => (
          <Fact key={need} icon={need === "assistance-animal" ? "paw" : "check-circle"}>
            {i18n._(needWords[need])}
          </Fact>
        ))}
        {saidPreferences(preferences).map(({ icon, words }) => (
          <Fact key={icon} icon={icon}>
            {i18n._(words)}
          </Fact>
        ))}
      </ul>
      {note && <blockquote className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">{note}</blockquote>}
      <MaskNote text={note} mine={request.seekerId === uid} />
    </div>
  );
}

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <Icon name={icon} className="size-5 text-ink-3" />
      {children}
    </li>
  );
}
