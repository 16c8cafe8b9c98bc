import { useNavigate } from "react-router";
import { isSharingPosition } from "#features/active-drivers/position/position-source.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { log } from "#shared/log.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";

/** Logs out and goes to /; whoever shared where they are in this browser is off the map first. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { user, signOut } = useSession();
  return async () => {
    // While there is still somebody who may say so.
    if (user && isSharingPosition(user.uid)) await goOffline();
    void signOut();
    void navigate("/");
  };
}

/** Where nobody hears that, the driver is off the map a little later. */
async function goOffline(): Promise<void> {
  try {
    const { deactivateDriver: goOffTheMap } = await loadChunk(
      "active-drivers",
      () => import("#features/active-drivers/active-drivers.queries.ts"),
    );
    await goOffTheMap();
  } catch (error) {
    log.error("still on the map", { error: String(error) });
  }
}
