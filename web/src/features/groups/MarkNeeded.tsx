import type { Group } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { Notice } from "#shared/ui/Notice.tsx";

/** Which trust mark someone lacks to join a group, and what it means. */
export function MarkNeeded({ group: { requiredMark } }: { group: Group }) {
  const { t } = useLingui();
  if (!requiredMark)
    return (
      <Notice tone="warn">{t`You can't join: the trust mark that this group requires was removed.`}</Notice>
    );
  const mark = requiredMark.name;
  return (
    <Notice tone="warn">
      <p>{t`You can't join without the trust mark “${mark}”.`}</p>
      <p className="mt-1 font-normal wrap-anywhere">{requiredMark.meaning}</p>
    </Notice>
  );
}
