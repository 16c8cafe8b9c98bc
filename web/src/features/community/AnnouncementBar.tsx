import { community } from "@commonlane/contract/community-admin";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { refetchPaused } from "#shared/api/maintenance.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";

const DISMISSED_KEY = "commonlane.bulletin-seen";
const REFRESH_MS = 60_000;
/** More than are ever shown at once, so that no dismissed announcement comes back. */
const MAX_DISMISSED = 50;

/** Messages from moderators above the page: a maintenance notice, and announcements until they are dismissed. */
export function AnnouncementBar() {
  const { t } = useLingui();
  const [dismissed, setDismissed] = useState(readDismissed);
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(
    endpointQuery(community.bulletin, {}, { refetchInterval: REFRESH_MS }),
  );
  const openAt = data?.maintenance === null ? dataUpdatedAt : undefined;
  useEffect(() => {
    // When the service is open again, refetch what was refused during maintenance.
    if (openAt !== undefined) refetchPaused(queries);
  }, [queries, openAt]);
  const container = document.querySelector("#bulletin");
  if (!data || !container) return null;
  const dismiss = (id: string) => {
    const dismissedIds = [...dismissed, id].slice(-MAX_DISMISSED);
    setDismissed(dismissedIds);
    storeDismissed(dismissedIds);
  };
  const visibleAnnouncements = data.announcements.filter(({ id }) => !dismissed.includes(id));
  return createPortal(
    <>
      {data.maintenance !== null && (
        <p className="flex items-center justify-center gap-2 bg-bad-soft px-4 py-2 text-center font-medium text-bad">
          <Icon name="lock" />
          <span className="wrap-anywhere">{t`Closed for maintenance: ${data.maintenance}`}</span>
        </p>
      )}
      {visibleAnnouncements.map(({ id, text }) => (
        <div key={id} className="flex items-center gap-3 bg-info-soft ps-4 pe-2 text-info">
          <Icon name="info" />
          <p className="min-w-0 flex-1 py-2 font-medium wrap-anywhere">{text}</p>
          <IconButton icon="close" label={t`Dismiss: ${text}`} onClick={() => dismiss(id)} />
        </div>
      ))}
    </>,
    container,
  );
}

function readDismissed(): readonly string[] {
  try {
    const dismissedIds: unknown = JSON.parse(localStorage.getItem(DISMISSED_KEY) ?? "[]");
    return Array.isArray(dismissedIds) ? dismissedIds.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function storeDismissed(ids: readonly string[]): void {
  try {
    localStorage.setItem(DISMISSED_KEY, JSON.stringify(ids));
  } catch {
    // Without storage, the announcement is shown again after a reload.
  }
}
