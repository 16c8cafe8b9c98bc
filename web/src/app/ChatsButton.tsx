import { useLingui } from "@lingui/react/macro";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { onWantedChat, wantChat, wantedChat } from "#shared/chat/chat-door.ts";
import {
  onUnreadCount,
  setChatUnreadSource,
  startCounting,
  unreadBadge,
  unreadCount,
} from "#shared/chat/chat-unread.ts";
import { connection, onConnection } from "#shared/connection.ts";
import { loadPart } from "#shared/load-part.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { ScreenCrash } from "./Crash.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

const Dialog = lazyScreen(() => import("#shared/ui/Dialog.tsx"), "Dialog");
const ChatPanel = lazyScreen(() => import("#features/chat/ChatPanel.tsx"), "ChatPanel");
const ChatNews = lazyScreen(() => import("#features/chat/ChatNews.tsx"), "ChatNews");

/** Opens the chats, which are fetched on the first click, and tells how many messages are unread. */
export function ChatsButton() {
  const { t } = useLingui();
  const unread = useSyncExternalStore(onUnreadCount, unreadCount);
  const counting = useCounting();
  const reached = useSyncExternalStore(onConnection, connection);
  const wanted = useSyncExternalStore(onWantedChat, wantedChat);
  const [opened, setOpened] = useState(false);
  const close = () => {
    setOpened(false);
    wantChat(undefined);
  };
  const hover = unread > 0 ? t`You have ${unread} unread messages` : undefined;
  return (
    <>
      <button
        type="button"
        title={hover}
        onClick={() => setOpened(true)}
        className="relative grid size-11 place-items-center rounded-md hover:bg-sunken lg:flex lg:w-auto lg:gap-2 lg:px-3"
      >
        <Icon name="chat" className="size-6" />
        <span className="font-semibold max-lg:sr-only">{t`Chats`}</span>
        {unread > 0 && (
          <span className="num absolute end-0 top-0.5 min-w-5 rounded-full bg-bad px-1.5 pt-[3px] pb-px text-center text-[12px] leading-4 text-surface lg:static">
            {unreadBadge(unread)}
            <span className="sr-only"> {t`unread`}</span>
          </span>
        )}
      </button>
      {counting && (
        // It sends what waits, so where it could not be fetched it is once the server is reached again.
        <ErrorBoundary instead={Nothing} at={reached}>
          <Suspense>
            <ChatNews />
          </Suspense>
        </ErrorBoundary>
      )}
      {(opened || wanted) && (
        <Suspense>
          <Dialog open onClose={close} title={t`Chats`} placement="drawer">
            <ErrorBoundary instead={ScreenCrash}>
              <Suspense fallback={<SkeletonCards />}>
                <ChatPanel wanted={wanted} />
              </Suspense>
            </ErrorBoundary>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

/** True from when the count is first read, 2 s after the sign-in: from then on the chats tell each change of it. */
function useCounting(): boolean {
  const [counting, setCounting] = useState(false);
  useEffect(() => {
    let left = false;
    setChatUnreadSource({
      getUnreadCount: async () => {
        setCounting(true);
        const { getUnreadCount } = await loadPart("chat", () => import("#features/chat/chat.queries.ts"));
        return left ? 0 : getUnreadCount();
      },
      reset: () => setChatUnreadSource(),
    });
    const stopCounting = startCounting();
    return () => {
      left = true;
      stopCounting();
    };
  }, []);
  return counting;
}

const Nothing = () => null;
