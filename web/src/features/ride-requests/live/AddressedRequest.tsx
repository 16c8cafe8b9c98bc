import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMoney } from "#shared/formatting/format.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useNow } from "#shared/use-now.ts";
import { Link } from "#shared/ui/Link.tsx";
import { SeekerSummary } from "../detail/SeekerSummary.tsx";
import { isForNow } from "./quick-offer.ts";
import { QuickOfferButton } from "./QuickOfferButton.tsx";
import { routeText, windowText } from "../request-text.ts";

interface AddressedRequestProps {
  readonly request: RideRequest;
  /** Distance from the driver to the start, if known. */
  readonly awayText: string | undefined;
  /** The driver, if online. */
  readonly own: OwnActiveDriver | null | undefined;
  readonly onClose: () => void;
}

/** A request to this driver, with the way to answer it. */
export function AddressedRequest({ request, awayText, own, onClose }: AddressedRequestProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { seeker, seats, maxContribution, note } = request;
  const facts = [
    ...(awayText ? [awayText] : []),
    isForNow(request, nowMs) ? t`Now` : windowText(request),
    t`${plural(seats, {
      one: "# seat",
      other: "# seats",
    })}`,
    maxContribution ? t`Up to ${formatMoney(maxContribution)} per seat` : t`Price open`,
  ];
  return (
    <div className="grid gap-2">
      <SeekerSummary person={seeker} />
      <p className="font-semibold wrap-anywhere">{routeText(request)}</p>
      <p className="text-sm text-ink-2">{facts.join(" · ")}</p>
      {note && (
        <blockquote className="line-clamp-2 rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">
          {note}
        </blockquote>
      )}
      {own && <QuickOfferButton request={request} own={own} onSent={onClose} />}
      <div className="flex gap-2">
        <Link
          to={`/requests/${request.id}`}
          className={`${buttonClasses("line")} flex-1`}
          onClick={onClose}
        >
          {t`Change the offer`}
        </Link>
        <Button variant="line" className="flex-1" onClick={onClose}>
          {t`Not now`}
        </Button>
      </div>
    </div>
  );
}
