import type { Offer } from "@commonlane/contract/offers";
import { useLingui } from "@lingui/react/macro";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { formatMoney } from "#shared/formatting/format.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { momentText } from "../request-text.ts";
import { OfferStatusPill } from "../StatusPills.tsx";

/** Closed offers, one line each. */
export function EndedOffers({ offers, timeZone }: { offers: readonly Offer[]; timeZone: string }) {
  const { t } = useLingui();
  const ended = offers.filter(({ status }) => status !== "pending");
  if (ended.length === 0) return null;
  return (
    <section aria-labelledby="ended-offers" className="grid gap-2">
      <h2 id="ended-offers" className="text-lg font-bold">{t`Closed offers`}</h2>
      <ul className="grid divide-y divide-line card">
        {ended.map(({ id, driver, pickupAt, contribution, status, reason, endedBy }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 p-3">
            <Avatar
              uid={driver.uid}
              name={driver.displayName}
              initials={driver.initials}
              photo={driver.photo}
              size="sm"
            />
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold">{driver.displayName}</p>
              <p className="text-sm text-ink-2">
                {momentText(pickupAt, timeZone)} ·{" "}
                {contribution ? formatMoney(contribution) : t`Free`}
              </p>
            </div>
            <OfferStatusPill status={status} />
            <PersonMenu
              person={driver}
              about={{
                kind: "offer",
                id,
              }}
            />
            {reason && <p className="w-full text-sm text-ink-2 wrap-anywhere">{reason}</p>}
            <MaskedTextNote text={reason} isOwn={endedBy === "seeker"} />
          </li>
        ))}
      </ul>
    </section>
  );
}
