import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { Icon } from "#shared/ui/Icon.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { unreadBadge, useUnreadCount } from "./unread.ts";

const ChatPanel = lazyScreen(() => import("#features/chat/ChatPanel.tsx"), "ChatPanel");

/** Opens the chats, which are fetched on the first click, and tells how many messages are unread. */
export function ChatsButton() {
  const { t } = useLingui();
  const unread = useUnreadCount();
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
          </span>
        )}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ChatPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
