import type { JourneyLeg } from "@commonlane/contract/transit";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";

/** The operators of a journey's trains and buses, who sell tickets and know of delays. */
export function OperatorLinks({ legs }: { legs: readonly JourneyLeg[] }) {
  const { t } = useLingui();
  const operators = new Map(
    legs.flatMap((leg) =>
      leg.kind === "trip" && leg.operatorUrl !== "" ? [[leg.operator, leg.operatorUrl]] : [],
    ),
  );
  return [...operators].map(([operator, url]) => (
    <a
      key={operator}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-8 items-center gap-1 text-sm font-semibold text-brand-ink underline-offset-4 hover:underline"
    >
      {operator}
      <Icon name="external" className="size-4" />
      <span className="sr-only">{t`(opens in a new tab)`}</span>
    </a>
  ));
}
