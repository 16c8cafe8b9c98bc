import type { MembersOf } from "@commonlane/contract/audiences";
import { useLingui } from "@lingui/react/macro";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";

/** Says for whose members something is; nothing if it is for everyone. */
export function MembersOfNote({
  membersOf,
  className,
}: {
  membersOf: MembersOf | undefined;
  className?: string;
}) {
  const { t } = useLingui();
  if (!membersOf) return null;
  const { name } = membersOf;
  return (
    <p
      className={cx("flex min-w-0 items-center gap-1 text-xs font-semibold text-ink-2", className)}
    >
      <Icon name="users" className="size-3.5 shrink-0 text-ink-3" />
      <span dir="auto" className="wrap-anywhere">
        {name ? t`Only for: ${name}` : t`Only for members of a group`}
      </span>
    </p>
  );
}
