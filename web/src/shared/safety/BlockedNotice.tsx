import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { blocks } from "@commonlane/contract/blocks";
import { call } from "#shared/api/api-client.ts";
import { endpointQueryOrNull } from "#shared/api/endpoint-query.ts";

/** Notice with an unblock button for a blocked user; otherwise renders the fallback. */
export function BlockedNotice({ uid, fallback = null }: { uid: string; fallback?: ReactNode }) {
  const { t } = useLingui();
  const { data: block, isPending } = useQuery(ownBlockOf(uid));
  const unblock = useUnblock();
  if (isPending) return null;
  if (!block) return fallback;
  const { displayName } = block.person;
  return (
    <div className="grid justify-items-center gap-3 px-4 py-3 text-center">
      <p className="text-ink-2">{t`You blocked ${displayName}. You can't see or message each other.`}</p>
      <Button variant="line" size="sm" busy={unblock.isPending} onClick={() => unblock.mutate(uid)}>
        {t`Unblock ${displayName}`}
      </Button>
      {unblock.error && <p className="text-sm font-medium text-bad">{unblock.error.message}</p>}
    </div>
  );
}

/** The user's block of this person; null if there is none. */
const ownBlockOf = (uid: string) =>
  endpointQueryOrNull(blocks.get, { params: { blockedUid: uid } });

/** Unblocks a user. Everything shown may change afterwards. */
export function useUnblock() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (uid: string) => call(blocks.unblock, { params: { blockedUid: uid } }),
    // Not awaited: one query that hangs would keep the button busy and lose its focus.
    onSuccess: () => void queries.invalidateQueries(),
  });
}
