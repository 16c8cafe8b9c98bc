import type { Conversation } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { memberName } from "../chat-text.ts";
import { useTypingMembers } from "./use-typing.ts";

/** Shows who is typing. */
export function TypingIndicator({ conversation, lastOrdinal }: { conversation: Conversation; lastOrdinal: number }) {
  const { t } = useLingui();
  const uids = useTypingMembers(conversation.id, lastOrdinal);
  const [firstUid, ...otherUids] = uids;
  const typingName = memberName(conversation, firstUid ?? null);
  const text = otherUids.length > 0 ? t`Several people are writing…` : t`${typingName} is writing…`;
  return (
    <p role="status" className="px-4 text-sm text-ink-2">
      {firstUid !== undefined && (
        <span className="flex items-center gap-2 pb-1.5">
          <span aria-hidden="true" className="flex gap-1">
            {[0, 1, 2].map((n) => (
              <span key={n} className="typing-dot size-1.5 rounded-full bg-ink-3" />
            ))}
          </span>
          {text}
        </span>
      )}
    </p>
  );
}
