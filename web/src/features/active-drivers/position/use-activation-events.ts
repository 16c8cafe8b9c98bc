import { DomainEvent } from "@commonlane/contract/live";
import { useEffect } from "react";
import { subscribeToSocket } from "#shared/live/socket-client.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { getPositionSource } from "./position-source.ts";
import { recordStart, recordEnd } from "./reporting-state.ts";

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
