import { useLingui } from "@lingui/react/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { connection } from "#shared/connection.ts";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { keepOwnCopy } from "./own-copy.ts";
import { keepShell, type Shell } from "./shell.ts";

/** Reads a person's own things from the server, so that they can be kept. */
type FetchOwn = (queries: QueryClient, uid: string) => Promise<void>;

/** Keeps the app and the reader's own things for when there is no network, and offers a new version when there is one. */
export function OfflineKeeper({ fetchOwn }: { fetchOwn: FetchOwn }) {
  const shell = useKept(fetchOwn);
  const [isNew, setNew] = useState(false);
  useEffect(() => shell?.onNew(() => setNew(true)), [shell]);
  return isNew && shell ? <NewVersion onReload={shell.takeOver} onLater={() => setNew(false)} /> : null;
}

function useKept(fetchOwn: FetchOwn): Shell | undefined {
  const queries = useQueryClient();
  const { uid } = useUser();
  const [shell, setShell] = useState<Shell>();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const keep = async () => {
      const kept = await keepShell();
      if (!kept || left) return;
      setShell(kept);
      const stopKeeping = await keepOwnCopy(queries, uid);
      if (left) return stopKeeping();
      stop = stopKeeping;
      // What could not be fetched now is kept when it is read.
      if (connection() !== "offline") await fetchOwn(queries, uid).catch(() => undefined);
    };
    keep().catch((error: unknown) => log.error("nothing is kept for offline", { error: String(error) }));
    return () => {
      left = true;
      stop?.();
    };
  }, [queries, uid, fetchOwn]);
  return shell;
}

/** Says so and waits: nobody's page is loaded again while they write. */
function NewVersion({ onReload, onLater }: { onReload: () => void; onLater: () => void }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-md items-center gap-2 rounded-lg border border-line bg-surface py-2 ps-4 pe-2 text-ink shadow-3 lg:bottom-5"
    >
      <Icon name="refresh" className="text-brand-ink" />
      <p className="min-w-0 flex-1 font-semibold">{t`A new version is ready`}</p>
      <Button variant="ghost" size="sm" onClick={onLater}>{t`Later`}</Button>
      <Button size="sm" onClick={onReload}>{t`Reload`}</Button>
    </div>
  );
}
