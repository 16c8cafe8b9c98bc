import { isMasked } from "@commonlane/contract/contact-details";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "../ui/Icon.tsx";
import { useHidden } from "./use-hidden.ts";

interface MaskNoteProps {
  readonly text: string | null | undefined;
  /** Written by who reads it, and not whole for others. */
  readonly mine?: boolean | undefined;
  /** Who is shown the whole, unless it is who has a seat. */
  readonly forWhom?: string | undefined;
}

/** Below somebody's words: why they cannot be read whole, or what of one's own others do not see. */
export function MaskNote({ text, mine = false, forWhom }: MaskNoteProps) {
  const { t } = useLingui();
  const hidden = useHidden(mine ? text : undefined);
  if (!hidden && (mine || !text || !isMasked(text))) return null;
  return (
    <p className="flex gap-1.5 text-sm text-ink-2">
      <Icon name="eye-off" className="mt-0.5 size-4 shrink-0" />
      {hidden
        ? t`The other side does not see ${hidden} until a seat is accepted.`
        : (forWhom ?? t`Phone numbers, e-mail addresses and links show once a seat is accepted between you.`)}
    </p>
  );
}
