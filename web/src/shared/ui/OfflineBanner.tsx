import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { Icon } from "./Icon.tsx";

function subscribe(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Whether the device itself believes to have a network. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Says that there is no network, for as long as there is none. */
export function OfflineBanner() {
  const { t } = useLingui();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
          <Icon name="offline" />
          {t`You are offline. What you see may be old, and changes have to wait.`}
        </p>
      )}
    </div>
  );
}
