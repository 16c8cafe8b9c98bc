import { Fact } from "@commonlane/contract/live";
import { useEffect } from "react";
import { followLine } from "#shared/live/line.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { sharedHere } from "./sharing-here.ts";
import { tellBegin, tellEnd } from "./telling-state.ts";

/** Hears from the server how the driver went off the map, and that they are on it again. */
export function useEndTold(): void {
  const { uid } = useUser();
  useEffect(
    () =>
      followLine({
        event: "fact",
        hear(said) {
          const fact = Fact.safeParse(said).data;
          const isHere = sharedHere(uid) !== undefined;
          if (fact?.type === "active-driver.ended") tellEnd(fact.how, isHere);
          else if (fact?.type === "active-driver.activated") tellBegin(isHere);
        },
        opened: () => {},
        closed: () => {},
      }),
    [uid],
  );
}
