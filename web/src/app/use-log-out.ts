import { useNavigate } from "react-router";
import { isSharing } from "#features/active-drivers/sharing-here.ts";
import { loadPart } from "#shared/load-part.ts";
import { log } from "#shared/log.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";

/** Logs out and goes to /; whoever shared where they are in this browser is off the map first. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { user, signOut } = useSession();
  return async () => {
    // While there is still somebody who may say so.
    if (user && isSharing(user.uid)) await leaveMap();
    void signOut();
    void navigate("/");
  };
}

/** Where nobody hears that, the driver is off the map a little later. */
async function leaveMap(): Promise<void> {
  try {
    const { goOffTheMap } = await loadPart(
      "active-drivers",
      () => import("#features/active-drivers/active-drivers.queries.ts"),
    );
    await goOffTheMap();
  } catch (error) {
    log.error("still on the map", { error: String(error) });
  }
}
