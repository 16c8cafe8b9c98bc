import { useNavigate } from "react-router";
import { isSharingPosition } from "#features/active-drivers/position/position-source.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { log } from "#shared/log.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";

/** Logs out and goes to /; a driver sharing a position in this browser goes offline first. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { user, signOut } = useSession();
  return async () => {
    // Before the session ends, because the call needs it.
    if (user && isSharingPosition(user.uid)) await goOffline();
    void signOut();
    void navigate("/");
  };
}

/** If the call fails, the driver goes offline by timeout. */
async function goOffline(): Promise<void> {
  try {
    const { deactivateDriver } = await loadChunk(
      "active-drivers",
      () => import("#features/active-drivers/active-drivers.queries.ts"),
    );
    await deactivateDriver();
  } catch (error) {
    log.error("going offline failed", { error: String(error) });
  }
}
