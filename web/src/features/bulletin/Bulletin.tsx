import { community } from "@commonlane/contract/community-calls";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { call } from "#shared/api.ts";
import { askAgain } from "#shared/maintenance.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";

const KEY = "commonlane.bulletin-seen";
const AGAIN_MS = 60_000;
/** More than are ever shown at once, so that none comes back. */
const KEPT_MOST = 50;

/** What moderators tell everybody, above the page: whether the service is closed, and announcements until they are dismissed. */
export function Bulletin() {
  const { t } = useLingui();
  const [seen, setSeen] = useState(seenBefore);
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    // The console's own name of it, so that it is read again after what is done there.
    queryKey: ["moderation", "bulletin"],
    queryFn: ({ signal }) => call(community.bulletin, {}, { signal }),
    refetchInterval: AGAIN_MS,
  });
  const openAt = data?.maintenance === null ? dataUpdatedAt : undefined;
  useEffect(() => {
    // Each time that it is read as open: what was refused shortly before has not heard of it.
    if (openAt !== undefined) askAgain(queries);
  }, [queries, openAt]);
  const place = document.querySelector("#bulletin");
  if (!data || !place) return null;
  const dismiss = (id: string) => {
    const kept = [...seen, id].slice(-KEPT_MOST);
    setSeen(kept);
    keepSeen(kept);
  };
  const shown = data.announcements.filter(({ id }) => !seen.includes(id));
  return createPortal(
    <>
      {data.maintenance !== null && (
        <p className="flex items-center justify-center gap-2 bg-bad-soft px-4 py-2 text-center font-medium text-bad">
          <Icon name="lock" />
          <span className="wrap-anywhere">{t`Closed for maintenance: ${data.maintenance}`}</span>
        </p>
      )}
      {shown.map(({ id, text }) => (
        <div key={id} className="flex items-center gap-3 bg-info-soft ps-4 pe-2 text-info">
          <Icon name="info" />
          <p className="min-w-0 flex-1 py-2 font-medium wrap-anywhere">{text}</p>
          <IconButton icon="close" label={t`Dismiss: ${text}`} onClick={() => dismiss(id)} />
        </div>
      ))}
    </>,
    place,
  );
}

function seenBefore(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function keepSeen(ids: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Where nothing is kept, it is shown again.
  }
}
