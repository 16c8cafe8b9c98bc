import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { unreadBadge } from "#shared/chat/chat-unread.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { NavLink } from "#shared/ui/Link.tsx";

const UnreadNotices = lazyScreen(() => import("#features/notices/UnreadNotices.tsx"), "UnreadNotices");

/** The bell in the bar: the way to the notices, with how many are unread. */
export function NoticesLink() {
  const { t } = useLingui();
  const [count, setCount] = useState(0);
  const hover = count > 0 ? t`${plural(count, { one: "# unread notice", other: "# unread notices" })}` : t`Notices`;
  return (
    <>
      <Suspense fallback={null}>
        <UnreadNotices onChange={setCount} />
      </Suspense>
      <NavLink
        to="/notices"
        title={hover}
        aria-label={hover}
        className={({ isActive }) =>
          cx(
            "relative grid size-11 place-items-center rounded-md hover:bg-sunken",
            isActive && "bg-brand-soft text-brand-ink",
          )
        }
      >
        <Icon name="bell" className="size-6" />
        {count > 0 && (
          <span className="num absolute end-0 top-0.5 min-w-5 rounded-full bg-bad px-1.5 pt-[3px] pb-px text-center text-[12px] leading-4 text-surface">
            {unreadBadge(count)}
          </span>
        )}
      </NavLink>
    </>
  );
}
