import { useNavigate } from "react-router";
import { isSharingPosition } from "#features/active-drivers/position/position-source.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { log } from "#shared/log.ts";
import { beforeLogOut } from "#shared/session/left-behind.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";

/** Finishes what the user has begun, takes a driver who shares a position here offline, logs out and goes to /. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { user, signOut } = useSession();
  return async () => {
    // Before the session ends, because these calls need it.
    const begun = [...beforeLogOut].flatMap((finish) => finish() ?? []);
    if (begun.length > 0) await Promise.all(begun);
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
