import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Icon } from "./Icon.tsx";

interface MoreOptionsProps {
  /** What is in there, or what is chosen there. */
  readonly summary?: string | undefined;
  /** Something in there is refused, or has been chosen: it is open from the start. */
  readonly needsAttention: boolean;
  readonly children: ReactNode;
}

/** The part of a form that is filled in with sensible values and rarely changed. */
export function MoreOptions({ summary, needsAttention, children }: MoreOptionsProps) {
  const { t } = useLingui();
  const [isOpened, setOpened] = useState<boolean>();
  return (
    <details
      open={isOpened ?? needsAttention}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      className="group card"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-4 py-2.5">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{t`More options`}</span>
          {summary !== undefined && <span className="block text-sm text-ink-3">{summary}</span>}
        </span>
        <Icon name="chevron-down" className="text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="grid gap-6 border-t border-line p-4">{children}</div>
    </details>
  );
}
