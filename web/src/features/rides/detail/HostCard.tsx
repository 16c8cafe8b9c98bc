import type { PublicPerson } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { ReliabilityText } from "#shared/profile/ReliabilityText.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { MarkBadges } from "#shared/trust-marks/MarkBadges.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Link } from "#shared/ui/Link.tsx";

/** The host: name, rating and reliability. */
export function HostCard({
  host,
  mine,
  rideId,
}: {
  host: PublicPerson;
  mine: boolean;
  rideId: string;
}) {
  const { t } = useLingui();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="card p-4">
      <h2 id={titleId} className="sr-only">
        {t({
          message: "Host",
          context: "the person who drives",
        })}
      </h2>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex min-w-0 flex-[1_1_14rem] items-center gap-3">
          <Avatar
            uid={host.uid}
            name={host.displayName}
            initials={host.initials}
            photo={host.photo}
          />
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">
              <Link to={`/profile/${host.uid}`} className="underline-offset-4 hover:underline">
                {mine ? t`You` : host.displayName}
              </Link>
            </p>
            <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
              <RatingText person={host} />
              <span aria-hidden="true">·</span>
              <ReliabilityText person={host} />
            </p>
            <MarkBadges marks={host.marks} className="mt-1.5" />
          </div>
        </div>
        {!mine && (
          <div className="ms-auto flex items-center gap-2">
            <MessageButton
              to={{
                withUid: host.uid,
                rideId,
              }}
            >{t`Message`}</MessageButton>
            <PersonMenu
              person={host}
              about={{ kind: "ride", id: rideId }}
              context={{ kind: "ride", id: rideId }}
            />
          </div>
        )}
      </div>
    </section>
  );
}
