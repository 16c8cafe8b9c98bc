import type { OfferStatus } from "@commonlane/contract/offers";
import type { RideRequestStatus } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { Pill } from "#shared/ui/Pill.tsx";
import { offerLook, requestLook } from "./request-text.ts";

export function RequestStatusPill({ status }: { status: RideRequestStatus }) {
  const { i18n } = useLingui();
  const { tone, icon, text } = requestLook[status];
  return (
    <Pill tone={tone} icon={icon}>
      {i18n._(text)}
    </Pill>
  );
}

export function OfferStatusPill({ status }: { status: OfferStatus }) {
  const { i18n } = useLingui();
  const { tone, icon, text } = offerLook[status];
  return (
    <Pill tone={tone} icon={icon}>
      {i18n._(text)}
    </Pill>
  );
}
