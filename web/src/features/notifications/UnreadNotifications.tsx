import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { updateAppBadge } from "#shared/app-badge.ts";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { unreadNotificationCount } from "./notifications.queries.ts";
import { refreshPush } from "./push/push.ts";
import { thisBrowser } from "./push/push-browser.ts";

const OpenMessage = z.object({ open: z.string().check(z.startsWith("/")) });

/**
 * Renders nothing. Reports the number of unread notifications to the navigation bar, keeps this browser's push
 * subscription up to date, and opens the page of a push that was clicked.
 */
export function UnreadNotifications({ onChange }: { onChange: (count: number) => void }) {
  const { uid } = useUser();
  const navigate = useNavigate();
  const count = useQuery(unreadNotificationCount).data ?? 0;
  useEffect(() => {
    onChange(count);
    updateAppBadge("notifications", count);
    return () => updateAppBadge("notifications", 0);
  }, [onChange, count]);
  useEffect(() => {
    refreshPush(thisBrowser, uid).catch((error: unknown) =>
      log.error("push", { error: String(error) }),
    );
  }, [uid]);
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const onMessage = ({ data, ports: [reply] }: MessageEvent<unknown>) => {
      // Asked whether it can open a page.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port leads to one worker
      reply?.postMessage("yes");
      const openMessage = OpenMessage.safeParse(data);
      if (openMessage.success) void navigate(openMessage.data.open);
    };
    serviceWorker.addEventListener("message", onMessage);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener("message", onMessage);
  }, [navigate]);
  return null;
}
