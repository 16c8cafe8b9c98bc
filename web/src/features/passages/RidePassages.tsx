import type { Passage } from "@commonlane/contract/passages";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "#shared/error-text.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { CallLink } from "./CallLink.tsx";
import { Dispute } from "./Dispute.tsx";
import { PaidTick } from "./PaidTick.tsx";
import { contactsOn, passagesOn } from "./passages.queries.ts";
import { Pickup } from "./Pickup.tsx";

/** Pickup, contribution and whether one travelled at all, for those on a ride; nothing for others. */
export function RidePassages({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data, error, isRefetching, refetch } = useQuery(passagesOn(ride.id));
  const mine = ride.hostId === uid;
  const shown = (data?.items ?? []).filter((passage) => mine || passage.seekerId === uid);
  const contacts = useQuery({ ...contactsOn(ride.id), enabled: shown.length > 0 }).data?.items ?? [];
  if (!data && error) {
    return (
      <ErrorState
        className="rounded-lg border border-line bg-surface"
        message={errorText(error, t`Who is on board could not be loaded. Check your connection and try again.`)}
        onRetry={() => void refetch()}
        retrying={isRefetching}
      />
    );
  }
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="passages" className="grid gap-3">
      <h2 id="passages" className="text-xl font-bold">{t`On board`}</h2>
      <ul className="grid gap-3">
        {shown.map((passage) => {
          const other = otherOf(passage, ride, mine);
          const contact = contacts.find(({ person }) => person.uid === other.uid);
          return <OnePassage key={passage.id} {...{ passage, ride, mine, other }} phone={contact?.phone} />;
        })}
      </ul>
    </section>
  );
}

/** The other side's name. */
const otherOf = (passage: Passage, { host }: Ride, mine: boolean): PublicPerson => (mine ? passage.seeker : host);

interface OnePassageProps {
  passage: Passage;
  ride: Ride;
  mine: boolean;
  other: PublicPerson;
  /** What the other side shares of how to call them. */
  phone: string | undefined;
}

function OnePassage({ passage, ride, mine, other, phone }: OnePassageProps) {
  const name = other.displayName;
  const travelled = passage.dispute === null;
  const over = ride.status === "completed" || ride.status === "cancelled";
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <p className="font-semibold">{name}</p>
      {phone && <CallLink name={name} phone={phone} />}
      {travelled && (passage.pickedUpAt !== null || !over) && <Pickup passage={passage} mine={mine} name={name} />}
      {ride.contribution && travelled && <PaidTick passage={passage} mine={mine} name={name} />}
      <Dispute passage={passage} mine={mine} name={name} />
    </li>
  );
}
