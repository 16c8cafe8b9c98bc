import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import type { RideSegment } from "../ride-segment.ts";
import { listRideTerms } from "./ride-terms.ts";
import { useId, type ReactNode } from "react";

/** Terms of the ride and the host's note. */
export function RideTerms({ ride, segment }: { ride: Ride; segment: RideSegment }) {
  const { t } = useLingui();
  const { uid } = useUser();
  return (
    <DetailCard title={t`Good to know`}>
      <ul className="grid gap-2.5">
        {listRideTerms(ride, segment).map(({ icon, text, detail }) => (
          <li key={text} className="flex items-start gap-3">
            <Icon name={icon} className="mt-0.5 text-ink-3" />
            <span className="min-w-0">
              {text}
              {detail && <span className="block text-sm text-ink-3">{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
      {ride.note && (
        <div className="mt-4 border-t border-line pt-3">
          <h3 className="text-sm font-semibold text-ink-2">{t`From the host`}</h3>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{ride.note}</p>
          <MaskedTextNote text={ride.note} isOwn={ride.hostId === uid} />
        </div>
      )}
    </DetailCard>
  );
}

/** A titled box on the ride page. */
function DetailCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card p-4">
      <h2 id={id} className="mb-3 text-lg font-bold tracking-[-.01em]">
        {title}
      </h2>
      {children}
    </section>
  );
}
