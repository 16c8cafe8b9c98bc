import { useEffect } from "react";
import { communitySettings } from "../community-settings.ts";

/** Sets the window title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? communitySettings.name : `${title} · ${communitySettings.name}`;
  }, [title]);
}
