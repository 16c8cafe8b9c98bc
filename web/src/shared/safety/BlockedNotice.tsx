import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { ownBlockOf, useUnblock } from "./own-blocks.ts";

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
