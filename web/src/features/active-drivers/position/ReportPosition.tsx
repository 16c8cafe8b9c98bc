import { activeDrivers } from "@commonlane/contract/active-drivers";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { call } from "#shared/api/api-client.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { ownActiveDriver } from "../active-drivers.queries.ts";
import { type PositionReport, type ReportResult, startReporting } from "./position-reporter.ts";
import {
  getPositionSource,
  setPositionSource,
  subscribePositionSource,
} from "./position-source.ts";
import { markEnded, recordEnd, recordStart, setReportingStatus } from "./reporting-state.ts";
import { unlockSound } from "../sound/request-sound.ts";
import { DomainEvent } from "@commonlane/contract/live";
import { subscribeToSocket } from "#shared/live/socket-client.ts";

/** Listens for the server's events about going online and offline. */
export function useActivationEvents(): void {
  const { uid } = useUser();
  useEffect(
    () =>
      subscribeToSocket({
        event: "event",
        onMessage(payload) {
          const event = DomainEvent.safeParse(payload).data;
          const isHere = getPositionSource(uid) !== undefined;
          if (event?.type === "active-driver.ended") recordEnd(event.how, isHere);
          else if (event?.type === "active-driver.activated") recordStart(isHere);
        },
        onOpen: () => {},
        onClose: () => {},
      }),
    [uid],
  );
}

/** Renders nothing: reports the driver's position from any screen while this tab shares it, and handles the end. */
export function ReportPosition() {
  const { t } = useLingui();
  const { uid } = useUser();
  const queries = useQueryClient();
  const toast = useToast();
  const source = useSyncExternalStore(subscribePositionSource, () => getPositionSource(uid));
  const own = useQuery(ownActiveDriver);
  useActivationEvents();
  const report = useEffectEvent(async (position: PositionReport): Promise<ReportResult> => {
    try {
      const ownDriver = await call(activeDrivers.move, { body: position });
      queries.setQueryData(ownActiveDriver.queryKey, ownDriver);
      return "accepted";
    } catch (error) {
      return isProblem(error, "not_found") ? "ended" : "failed";
    }
  });
  const onEnded = useEffectEvent(() => {
    if (!getPositionSource(uid)) return;
    const endedState = markEnded();
    setPositionSource(uid, undefined);
    queries.setQueryData(ownActiveDriver.queryKey, null);
    if (endedState === "silent")
      toast({
        message: t`You went offline: we had no position update for too long.`,
        type: "warning",
      });
  });
  useEffect(() => {
    if (!source) return undefined;
    return startReporting({
      source,
      geolocation: "geolocation" in navigator ? navigator.geolocation : undefined,
      report: (position) => report(position),
      onStatus: setReportingStatus,
      onEnded: () => onEnded(),
      page: document,
    });
  }, [source]);
  useEffect(() => {
    // The sound of a request needs a tap or key press on this page first; the latest one also revives it.
    const events = ["pointerdown", "keydown"] as const;
    for (const event of events) addEventListener(event, unlockSound);
    return () => {
      for (const event of events) removeEventListener(event, unlockSound);
    };
  }, []);
  const hasEnded = own.data === null;
  useEffect(() => {
    // The live connection also reports the end in the background, where no position is sent.
    if (hasEnded) onEnded();
  }, [hasEnded]);
  return null;
}
