import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { openChat } from "#shared/chat/open-chat.ts";
import { connectionStatus } from "#shared/connection/connection-status.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { isLanguage } from "@commonlane/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { rememberLanguage } from "#shared/language/language-choice.ts";
import { activeLanguage, switchLanguage } from "#shared/language/messages.ts";
import { log } from "#shared/log.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import {
  answerConfirmation,
  onRequestedConfirmation,
  requestedConfirmation,
} from "#shared/passkeys/confirmation-request.ts";
import {
  isSharingPosition,
  subscribePositionSource,
} from "#features/active-drivers/position/position-source.ts";
import {
  closeIncomingRequest,
  getIncomingRequest,
  subscribeIncomingRequest,
} from "#shared/live/incoming-request.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import {
  onRequestedSafetyDialog,
  openSafetyDialog,
  requestedSafetyDialog,
} from "#shared/safety/open-safety-dialog.ts";
import { BackgroundPart, type CrashProps } from "../errors/ErrorBoundary.tsx";

const SafetyDialog = lazyScreen(() => import("#features/safety/SafetyDialog.tsx"), "SafetyDialog");

const LiveRequestCard = lazyScreen(() => import("./LiveRequestCard.tsx"), "LiveRequestCard");

const ConfirmDialog = lazyScreen(
  () => import("#shared/passkeys/ConfirmDialog.tsx"),
  "ConfirmDialog",
);

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
const FocusRestorer = lazyScreen(() => import("./IdleServices.tsx"), "FocusRestorer");
const InstallMoment = lazyScreen(() => import("./IdleServices.tsx"), "InstallMoment");
const OfflineCache = lazyScreen(() => import("./IdleServices.tsx"), "OfflineCache");

/** Background components, mounted after the page is idle. */
export function BackgroundServices() {
  useOpenChatFromUrl();
  useEffect(showFonts, []);
  const isIdle = useIsIdle();
  return (
    <>
      <AccountLanguage />
      <SafetyDialogHost />
      <ConfirmationHost />
      <LiveRequestHost />
      {isIdle && (
        <BackgroundPart>
          <AnnouncementBar />
          <FocusRestorer />
          <OfflineCache />
          <ConsentDialog />
          <ChangeNameDialog />
          <InstallMoment />
        </BackgroundPart>
      )}
    </>
  );
}

/** The early script of the page (web/build/preload-chunks.ts) makes the fonts wait for the first screen. */
const showFonts = () => void delete document.documentElement.dataset["fonts"];

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
    void navigate(
      {
        pathname,
        search: query.toString(),
      },
      { replace: true },
    );
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

/** Shows the app in the language of the account, also when it is chosen on another device, and remembers it on this one. */
function AccountLanguage() {
  const { data } = useQuery(ownProfile);
  const chosen = data?.locale ?? "";
  useEffect(() => {
    if (!isLanguage(chosen)) return;
    rememberLanguage(chosen);
    if (chosen !== activeLanguage())
      switchLanguage(chosen).catch((error: unknown) =>
        log.error("The language could not be changed.", { error }),
      );
  }, [chosen]);
  return null;
}

/** Renders the confirmation that a call of any screen has asked for, above that screen. */
function ConfirmationHost() {
  const request = useSyncExternalStore(onRequestedConfirmation, requestedConfirmation);
  useEffect(() => () => answerConfirmation(false), []);
  return request ? (
    <BackgroundPart fallback={RefuseConfirmation}>
      <ConfirmDialog onDone={answerConfirmation} />
    </BackgroundPart>
  ) : null;
}

/** Shown for what cannot be loaded: gives it up, so that nothing waits for it and the next request loads it again. */
const givingUp = (giveUp: () => void) =>
  function GiveUp({ retry }: CrashProps) {
    useEffect(() => {
      giveUp();
      retry();
    }, [retry]);
    return null;
  };
const RefuseConfirmation = givingUp(() => answerConfirmation(false));
const CloseSafetyDialog = givingUp(() => openSafetyDialog(undefined));
const CloseIncomingRequest = givingUp(closeIncomingRequest);

/** Shows a request that arrives while the user is online as a driver; its code is loaded on first use. */
function LiveRequestHost() {
  const { uid } = useUser();
  const incoming = useSyncExternalStore(subscribeIncomingRequest, getIncomingRequest);
  const isSharing = useSyncExternalStore(subscribePositionSource, () => isSharingPosition(uid));
  useEffect(() => {
    if (!isSharing) closeIncomingRequest();
  }, [isSharing]);
  if (!incoming || !isSharing) return null;
  return (
    <BackgroundPart fallback={CloseIncomingRequest}>
      <LiveRequestCard incoming={incoming} />
    </BackgroundPart>
  );
}

/** Renders the report and block dialogs above every screen; their code is loaded on first use. */
function SafetyDialogHost() {
  const request = useSyncExternalStore(onRequestedSafetyDialog, requestedSafetyDialog);
  return request ? (
    <BackgroundPart fallback={CloseSafetyDialog}>
      <SafetyDialog request={request} />
    </BackgroundPart>
  ) : null;
}
