import { useEffect } from "react";

/** Keeps the screen on while the component is shown and the page is in front. Browsers without it ignore it. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isUnmounted = false;
    const acquire = async () => {
      if (document.visibilityState !== "visible") return;
      // Refused if the battery is low.
      const acquired = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isUnmounted) void acquired?.release();
      else lock = acquired;
    };
    // Browsers release it in the background.
    const onVisibilityChange = () => void acquire();
    document.addEventListener("visibilitychange", onVisibilityChange);
    void acquire();
    return () => {
      isUnmounted = true;
      document.removeEventListener("visibilitychange", onVisibilityChange);
      void lock?.release();
    };
  }, []);
}
