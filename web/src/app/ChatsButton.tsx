import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { onUnreadCount, startCounting, unreadBadge, unreadCount } from "#shared/chat/chat-unread.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { ScreenCrash } from "./Crash.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

const ChatPanel = lazyScreen(() => import("#features/chat/ChatPanel.tsx"), "ChatPanel");

/** Opens the chats, which are fetched on the first click, and tells how many messages are unread. */
export function ChatsButton() {
  const { t } = useLingui();
  const unread = useSyncExternalStore(onUnreadCount, unreadCount);
  useEffect(startCounting, []);
  const [open, setOpen] = useState(false);
  const hover =
    unread > 0 ? t`You have ${plural(unread, { one: "# unread message", other: "# unread messages" })}` : undefined;
  return (
    <>
      <button
        type="button"
        title={hover}
        onClick={() => setOpen(true)}
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
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={t`Chats`} placement="drawer">
          <ErrorBoundary instead={ScreenCrash}>
            <Suspense fallback={<SkeletonCards />}>
              <ChatPanel />
            </Suspense>
          </ErrorBoundary>
        </Dialog>
      )}
    </>
  );
}
