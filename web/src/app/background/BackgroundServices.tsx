import { Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { openChat } from "#shared/chat/open-chat.ts";
import { connectionStatus } from "#shared/connection/connection-status.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { AccountLanguage } from "./AccountLanguage.tsx";
import { ConfirmationHost } from "./ConfirmationHost.tsx";
import { LiveRequestHost } from "./LiveRequestHost.tsx";
import { SafetyDialogHost } from "./SafetyDialogHost.tsx";

const ConsentDialog = lazyScreen(
  () => import("#features/personal-data/ConsentDialog.tsx"),
  "ConsentDialog",
);
const ChangeNameDialog = lazyScreen(
  () => import("#features/profiles/edit/ChangeNameDialog.tsx"),
  "ChangeNameDialog",
);
const AnnouncementBar = lazyScreen(
  () => import("#features/community/AnnouncementBar.tsx"),
  "AnnouncementBar",
);
const FocusRestorer = lazyScreen(() => import("./FocusRestorer.tsx"), "FocusRestorer");
const InstallMoment = lazyScreen(() => import("./InstallMoment.tsx"), "InstallMoment");
const OfflineCache = lazyScreen(() => import("./OfflineCache.tsx"), "OfflineCache");

/** Background components, mounted after the page is idle. */
export function BackgroundServices() {
  useOpenChatFromUrl();
  const isIdle = useIsIdle();
  return (
    <>
      <AccountLanguage />
      <SafetyDialogHost />
      <ConfirmationHost />
      <LiveRequestHost />
      {isIdle && (
        <Suspense>
          <AnnouncementBar />
          <FocusRestorer />
          <OfflineCache />
          <ConsentDialog />
          <ChangeNameDialog />
          <InstallMoment />
        </Suspense>
      )}
    </>
  );
}

/**
 * `?chat=…` (used by notifications) opens that conversation, and `?chat` the list; the parameter is then removed from
 * the URL.
 */
function useOpenChatFromUrl(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const conversationId = query.get("chat");
    if (conversationId === null) return;
    query.delete("chat");
    openChat(conversationId ? { conversationId } : "list");
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
}

/** True a moment after the page has loaded or the server turned out to be slow. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(connectionStatus() === "offline");
  useEffect(() => {
    const setIdleLater = () => setTimeout(setIsIdle, 1000, true);
    if (document.readyState === "complete") setIdleLater();
    else addEventListener("load", setIdleLater, { once: true });
  }, []);
  return isIdle;
}
