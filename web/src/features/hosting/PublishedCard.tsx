import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Icon } from "#shared/ui/Icon.tsx";

/** State of the navigation to a ride or series that was just published. */
export const PUBLISHED_STATE = { isNewlyPublished: true } as const;

interface PublishedCardProps {
  readonly isSeries?: boolean;
  /** What helps to find passengers. */
  readonly children?: ReactNode;
}

/** Confirms that a ride was just published, with the next steps; renders nothing on later visits. */
export function PublishedCard({ isSeries = false, children }: PublishedCardProps) {
  const { t } = useLingui();
  if (!isNewlyPublished(useLocation().state)) return null;
  return (
    <section role="status" className="grid gap-2 rounded-lg bg-ok-soft p-4">
      <h2 className="flex items-center gap-2 text-xl font-bold text-ok">
        <Icon name="check-circle" />
        {isSeries ? t`Your rides are published.` : t`Your ride is published.`}
      </h2>
      {children}
    </section>
  );
}

const isNewlyPublished = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "isNewlyPublished" in state;
