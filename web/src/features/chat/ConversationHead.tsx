import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { wantChat } from "#shared/chat/chat-door.ts";
import { useMute } from "./chat.queries.ts";
import { aboutOf, nameOf } from "./chat-wording.ts";

interface HeadProps {
  conversation: Conversation;
  uid: string;
  /** What was said lately, the newest last. */
  lately: readonly Message[];
  onBack: () => void;
}

/** Who a conversation is with and what it is about, with the way back and the switch that mutes it. */
export function ConversationHead({ conversation, uid, lately, onBack }: HeadProps) {
  const { t } = useLingui();
  const { id, muted, rideId } = conversation;
  const mute = useMute(id);
  const about = aboutOf(conversation);
  const other = conversation.members.find((member) => member.uid !== uid);
  return (
    <div className="flex items-center gap-1 border-b border-line py-1.5 ps-2 pe-3">
      <IconButton icon="arrow-start" label={t`All chats`} onClick={onBack} />
      <div className="min-w-0 flex-1">
        <h3 className="truncate font-semibold">{nameOf(conversation, uid)}</h3>
        {about && rideId !== null && (
          <Link
            to={`/rides/${rideId}`}
            onClick={() => wantChat(undefined)}
            className="block truncate text-sm text-ink-2 underline underline-offset-4"
          >
            {about}
          </Link>
        )}
      </div>
      <Button variant="ghost" size="sm" aria-pressed={muted} busy={mute.isPending} onClick={() => mute.mutate(!muted)}>
        {muted ? t`Muted` : t`Mute`}
      </Button>
      {conversation.kind === "direct" && other && (
        <PersonMenu person={other} messages={reportable(lately, other.uid)} />
      )}
    </div>
  );
}

const REPORTABLE_MOST = 20;

/** What the other one said lately, for who wants to report one of it. */
const reportable = (lately: readonly Message[], otherUid: string) =>
  lately
    .filter(({ senderUid, kind }) => senderUid === otherUid && kind !== "note")
    .slice(-REPORTABLE_MOST)
    .map(({ id, text, place }) => ({ id, text: text || (place?.label ?? "") }));
