import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { showBadge } from "#shared/badge.ts";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { unreadNotices } from "./notices.queries.ts";
import { keepUpPush } from "./push.ts";
import { thisBrowser } from "./push-browser.ts";

const Opened = z.object({ open: z.string().check(z.startsWith("/")) });

/**
 * Draws nothing: tells the bar, which is there before it, how many notices are unread; keeps this browser's address for
 * pushes fresh, and goes where a press on a push wants to.
 */
export function UnreadNotices({ onChange }: { onChange: (count: number) => void }) {
  const { uid } = useUser();
  const navigate = useNavigate();
  const { data: count = 0 } = useQuery(unreadNotices);
  useEffect(() => {
    onChange(count);
    showBadge("notices", count);
    return () => showBadge("notices", 0);
  }, [onChange, count]);
  useEffect(() => {
    keepUpPush(thisBrowser, uid).catch((error: unknown) => log.error("push", { error: String(error) }));
  }, [uid]);
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const go = ({ data }: MessageEvent<unknown>) => {
      const said = Opened.safeParse(data);
      if (said.success) void navigate(said.data.open);
    };
    serviceWorker.addEventListener("message", go);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener("message", go);
  }, [navigate]);
  return null;
}
