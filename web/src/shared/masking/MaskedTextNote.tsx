import { isMasked } from "@commonlane/contract/contact-details/contact-details";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "../ui/Icon.tsx";
import { useMaskedDetails } from "./use-masked-details.ts";

interface MaskedTextNoteProps {
  readonly text: string | null | undefined;
  /** The reader is the author; parts are masked for others. */
  readonly isOwn?: boolean | undefined;
  /** Who sees the full text, if not passengers with a seat. */
  readonly explanation?: string | undefined;
}

/** Note below a text: why parts are masked, or which parts of the user's own text others cannot see. */
export function MaskedTextNote({ text, isOwn = false, explanation }: MaskedTextNoteProps) {
  const { t } = useLingui();
  const maskedDetails = useMaskedDetails(isOwn ? text : undefined);
  if (!maskedDetails && (isOwn || !text || !isMasked(text))) return null;
  return (
    <p className="flex gap-1.5 text-sm text-ink-2">
      <Icon name="eye-off" className="mt-0.5 size-4 shrink-0" />
      {maskedDetails
        ? t`The other person can't see ${maskedDetails} until a seat is accepted.`
        : (explanation ??
          t`Phone numbers, e-mail addresses and links are visible once a seat is accepted between you.`)}
    </p>
  );
}
