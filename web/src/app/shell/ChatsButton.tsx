import { useQueryClient } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { onRequestedChat, openChat, requestedChat } from "#shared/chat/open-chat.ts";
import {
  onUnreadCount,
  setChatUnreadSource,
  trackUnreadCount,
  formatUnreadCount,
  unreadCount,
} from "#shared/chat/unread-count.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { ScreenCrashMessage } from "../errors/CrashScreen.tsx";
import { BackgroundPart, ErrorBoundary } from "../errors/ErrorBoundary.tsx";

const Dialog = lazyScreen(() => import("#shared/ui/Dialog.tsx"), "Dialog");
const ChatPanel = lazyScreen(() => import("#features/chat/ChatPanel.tsx"), "ChatPanel");
const ChatBackgroundSync = lazyScreen(
  () => import("#features/chat/ChatBackgroundSync.tsx"),
  "ChatBackgroundSync",
);

/** Opens the chats, whose code is loaded on the first click, and shows the unread count. */
export function ChatsButton() {
  const { t } = useLingui();
  const unread = useSyncExternalStore(onUnreadCount, unreadCount);
  const isCounting = useUnreadCounting();
  const chatToOpen = useSyncExternalStore(onRequestedChat, requestedChat);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    openChat(undefined);
  };
  const tooltip = unread > 0 ? t`You have ${unread} unread messages` : undefined;
  return (
    <>
      <button
        type="button"
        title={tooltip}
        onClick={() => setIsOpen(true)}
        className="relative grid size-11 place-items-center rounded-md hover:bg-sunken lg:flex lg:w-auto lg:gap-2 lg:px-3"
      >
        <Icon name="chat" className="size-6" />
        <span className="font-semibold max-lg:sr-only">{t`Chats`}</span>
        {unread > 0 && (
          <span className="num absolute end-0 top-0.5 min-w-5 rounded-full bg-bad px-1.5 pt-[3px] pb-px text-center text-[12px] leading-4 text-surface lg:static">
            {formatUnreadCount(unread)}
            <span className="sr-only"> {t`unread`}</span>
          </span>
        )}
      </button>
      {isCounting && (
        <BackgroundPart>
          <ChatBackgroundSync />
        </BackgroundPart>
      )}
      {(isOpen || chatToOpen) && (
        <Suspense>
          <Dialog open onClose={close} title={t`Chats`} placement="drawer">
            <ErrorBoundary fallback={ScreenCrashMessage}>
              <Suspense fallback={<SkeletonCards />}>
                <ChatPanel requested={chatToOpen} />
              </Suspense>
            </ErrorBoundary>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

/** True once the count was first read, 2 s after sign-in: from then on the chats publish every change. */
function useUnreadCounting(): boolean {
  const queries = useQueryClient();
  const [isCounting, setIsCounting] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    setChatUnreadSource({
      getUnreadCount: async () => {
        setIsCounting(true);
        const { getUnreadCount } = await loadChunk(
          "chat",
          () => import("#features/chat/chat.queries.ts"),
        );
        return isUnmounted ? 0 : getUnreadCount(queries);
      },
      reset: () => setChatUnreadSource(),
    });
    const stopCounting = trackUnreadCount();
    return () => {
      isUnmounted = true;
      stopCounting();
    };
  }, [queries]);
  return isCounting;
}
