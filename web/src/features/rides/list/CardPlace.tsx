import { useLingui } from "@lingui/react/macro";
import { formatDistance } from "#shared/formatting/format.ts";

/** Shorter walks are not mentioned, in metres. */
const NO_WALK_M = 30;

/** A pickup or dropoff with the walk there: "Karlsruhe · 400 m walk". */
export function CardPlace({ name, walkM = 0 }: { name: string; walkM?: number | undefined }) {
  const { t } = useLingui();
  const walk = formatDistance(walkM);
  return (
    <>
      {name}
      {walkM >= NO_WALK_M && (
        <span className="text-sm font-normal text-ink-2"> · {t`${walk} walk`}</span>
      )}
    </>
  );
}
