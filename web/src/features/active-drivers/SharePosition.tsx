import { activeDrivers } from "@commonlane/contract/active-drivers";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { isProblem } from "#shared/api-error.ts";
import { call } from "#shared/api.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { ownActiveDriver } from "./active-drivers.queries.ts";
import { type Answer, type Fix, startTelling } from "./position-teller.ts";
import { onSharedHere, sharedHere, shareHere } from "./sharing-here.ts";
import { setEnded, setTelling } from "./telling-state.ts";
import { useEndTold } from "./use-end-told.ts";

/** Draws nothing: tells where the driver is for as long as this tab shares it, on whatever screen, and hears how that ended. */
export function SharePosition() {
  const { t } = useLingui();
  const { uid } = useUser();
  const queries = useQueryClient();
  const toast = useToast();
  const source = useSyncExternalStore(onSharedHere, () => sharedHere(uid));
  const own = useQuery(ownActiveDriver);
  useEndTold();
  const tell = useEffectEvent(async (fix: Fix): Promise<Answer> => {
    try {
      const now = await call(activeDrivers.move, { body: fix });
      queries.setQueryData(ownActiveDriver.queryKey, now);
      return "heard";
    } catch (error) {
      return isProblem(error, "not_found") ? "gone" : "unheard";
    }
  });
  const gone = useEffectEvent(() => {
    if (!sharedHere(uid)) return;
    const how = setEnded();
    shareHere(uid, undefined);
    queries.setQueryData(ownActiveDriver.queryKey, null);
    if (how === "silent")
      toast({ message: t`You are off the map: nothing was heard of you for too long.`, type: "warning" });
  });
  useEffect(() => {
    if (!source) return undefined;
    return startTelling({
      source,
      geolocation: "geolocation" in navigator ? navigator.geolocation : undefined,
      tell: (fix) => tell(fix),
      status: setTelling,
      gone: () => gone(),
      page: document,
    });
  }, [source]);
  const ended = own.data === null;
  useEffect(() => {
    // The live line tells of the end, also in the background, where nothing is told from here.
    if (ended) gone();
  }, [ended]);
  return null;
}
