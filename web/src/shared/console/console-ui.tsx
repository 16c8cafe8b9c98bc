import type { Appeal, ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { formatUserDate, formatUserDateTime } from "#shared/formatting/user-time-zone.ts";

/** A user's name, linked to their page in the console. */
export function PersonLink({ person }: { person: ModeratedPerson | null }) {
  const { t } = useLingui();
  if (!person) return <span className="text-ink-2">{t`a former member`}</span>;
  return (
    <Link
      to={`/moderation/people/${person.uid}`}
      className="font-semibold text-brand-ink underline wrap-anywhere"
    >
      {person.name ?? person.email}
    </Link>
  );
}

export function SuspendedPill({ person }: { person: ModeratedPerson }) {
  const { t } = useLingui();
  if (!person.suspendedAt) return null;
  const until = person.suspendedUntil;
  const day = until ? formatUserDate(until) : "";
  return (
    <Pill tone="bad" icon="lock">
      {until ? t`Suspended until ${day}` : t`Suspended`}
    </Pill>
  );
}

export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-sm text-ink-2">
      {formatUserDateTime(at)}
    </time>
  );
}

/** Text of an appeal and the moderator's decision. */
export function AppealNote({ appeal: { reason, note } }: { appeal: Appeal }) {
  const { t } = useLingui();
  return (
    <p className="rounded-md bg-sunken p-3 wrap-anywhere">
      <span className="font-semibold">{t`Appeal:`}</span> {reason}{" "}
      {note && <span className="text-ink-2">{t`Decided: ${note}`}</span>}
    </p>
  );
}

/** A titled section of a page. */
export function ModerationSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="text-lg font-bold">
        {title}
      </h3>
      {children}
    </section>
  );
}

export interface Detail {
  readonly name: string;
  readonly value: ReactNode;
}

export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="grid grid-cols-[2fr_3fr] gap-x-4 gap-y-2 card p-4 sm:grid-cols-[max-content_1fr] sm:gap-x-6">
      {details.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="pt-0.5 text-sm text-ink-2">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
