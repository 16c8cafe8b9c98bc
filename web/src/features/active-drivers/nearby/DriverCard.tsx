import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { townName } from "#shared/formatting/format.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import type { NearDriver } from "./driver-list.ts";
import { distanceAwayText, directionText, isFading, seenText } from "./driver-text.ts";

interface DriverCardProps {
  readonly nearDriver: NearDriver;
  readonly selected: boolean;
  readonly nowMs: number;
  /** Path for requesting a ride from this driver. */
  readonly requestLink: string;
  readonly onHighlight: (uid: string | undefined) => void;
}

/** Card of a driver: person, distance, destination, message and request buttons. */
export function DriverCard({
  nearDriver,
  selected,
  nowMs,
  requestLink,
  onHighlight,
}: DriverCardProps) {
  const { t } = useLingui();
  const nameId = useId();
  const { driver } = nearDriver;
  const { uid, displayName, seats, note } = driver;
  return (
    <li
      id={driverElementId(uid)}
      aria-labelledby={nameId}
      aria-current={selected || undefined}
      onPointerEnter={() => onHighlight(uid)}
      onPointerLeave={() => onHighlight(undefined)}
      onFocus={() => onHighlight(uid)}
      onBlur={() => onHighlight(undefined)}
      className={cx(
        "grid scroll-my-4 gap-3 rounded-lg border bg-surface p-4",
        selected ? "border-brand shadow-2" : "border-line",
      )}
    >
      <div className="flex items-center gap-3">
        <Avatar
          uid={uid}
          name={displayName}
          initials={driver.driver.initials}
          photo={driver.driver.photo}
        />
        <div className="min-w-0 flex-1">
          <h3 id={nameId} className="truncate text-base font-semibold">
            <Link to={`/profile/${uid}`} className="underline-offset-4 hover:underline">
              <bdi>{displayName}</bdi>
            </Link>
          </h3>
          <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
            <RatingText person={driver.driver} />
            <span aria-hidden="true">·</span>
            <span>{seenText(driver, nowMs)}</span>
          </p>
        </div>
        <Pill tone={isFading(driver, nowMs) ? "quiet" : "ok"} icon="seat">
          {t`${plural(seats, {
            one: "# seat",
            other: "# seats",
          })}`}
        </Pill>
      </div>
      <DriverRoute nearDriver={nearDriver} />
      {driver.audience === "sameGender" && (
        <p className="flex items-center gap-1.5 text-sm text-ink-2">
          <Icon name="users" className="size-4.5 text-ink-3" />
          {t`Shown only to people of your gender`}
        </p>
      )}
      {note && (
        <blockquote className="rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">
          {note}
        </blockquote>
      )}
      <MaskedTextNote text={note} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        <Link to={requestLink} className={buttonClasses("solid", "sm")}>
          {t`Request a ride from here`}
          <span className="sr-only"> ({displayName})</span>
        </Link>
        <MessageButton to={{ withUid: uid }}>{t`Message`}</MessageButton>
      </div>
    </li>
  );
}

/** Element id of a driver's card. */
export const driverElementId = (uid: string): string => `driver-${uid}`;

function DriverRoute({ nearDriver }: { nearDriver: NearDriver }) {
  const { t } = useLingui();
  const { headingTo, heading, exact, address } = nearDriver.driver;
  const direction = directionText(heading);
  const destination = headingTo && t`to ${townName(headingTo.label)}`;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="flex items-center gap-1.5">
        <Icon name="pin" className="size-4.5 text-ink-3" />
        <span className="num font-semibold">{distanceAwayText(nearDriver)}</span>
        {exact && address && <span className="text-ink-2">{townName(address)}</span>}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
        <Icon name="compass" className="size-4.5 text-ink-3" />
        {destination ?? (direction ? t`heading ${direction}` : t`no destination given`)}
      </span>
    </p>
  );
}
