import { type Notice, noticeKinds, type NoticeGroup } from "@commonlane/contract/notices";
import { useLingui } from "@lingui/react/macro";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Link } from "#shared/ui/Link.tsx";
import { agoText } from "./ago.ts";

const icons: Record<NoticeGroup, IconName> = {
  requests: "inbox",
  answers: "check-circle",
  changes: "alert",
  reminders: "clock",
  alerts: "search",
  messages: "chat",
};

/** A newer server may tell of kinds that this page does not know. */
const groups: ReadonlyMap<string, NoticeGroup | null> = new Map(Object.entries(noticeKinds));

/** One thing that was told; it opens what it is about, and is read then. */
export function NoticeItem({ notice, now, onOpen }: { notice: Notice; now: number; onOpen: () => void }) {
  const { t } = useLingui();
  const unread = notice.readAt === null;
  return (
    <li>
      <Link
        to={notice.path}
        onClick={unread ? onOpen : undefined}
        className="flex min-h-16 items-start gap-3 p-4 -outline-offset-4 hover:bg-sunken"
      >
        <Picture notice={notice} />
        <span className="min-w-0 flex-1">
          <span className={cx("block wrap-anywhere", unread ? "font-bold" : "font-semibold")}>
            {unread && <span className="sr-only">{t`Unread:`} </span>}
            {notice.title}
          </span>
          <span className="block text-ink-2 wrap-anywhere">{notice.text}</span>
          <time dateTime={notice.createdAt} className="block text-sm text-ink-3">
            {agoText(notice.createdAt, now)}
          </time>
        </span>
        {unread && <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-brand" />}
      </Link>
    </li>
  );
}

function Picture({ notice: { person, kind } }: { notice: Notice }) {
  if (person) return <Avatar uid={person.uid} name={person.displayName} photo={person.photo} />;
  const group = groups.get(kind);
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
      <Icon name={group ? icons[group] : "bell"} />
    </span>
  );
}
