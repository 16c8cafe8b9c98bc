import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { NeighbourResults } from "./use-neighbour-rides.ts";

/** Says that neighbours are still asked, or that one could not be reached. Own results never wait for them. */
export function NeighbourNotes({ results }: { readonly results: NeighbourResults }) {
  const { t } = useLingui();
  const { isAsking, unreachable } = results;
  const isSlow = useIsSlow(isAsking);
  return (
    <div role="status" className="grid gap-1 text-sm text-ink-2 empty:hidden">
      {isSlow && <p>{t`Also asking neighbouring communities…`}</p>}
      {unreachable.map(({ id, name }) => (
        <p key={id}>{t`${name} couldn't be reached.`}</p>
      ))}
    </div>
  );
}

/** A community without neighbours answers at once, and mentions none. */
const SLOW_AFTER_MS = 500;

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}
