import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { MessagesMenu } from "#shared/safety/MessagesMenu.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import type { ReportableMessage } from "#shared/safety/safety-door.ts";
import { Button } from "#shared/ui/Button.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { wantChat } from "#shared/chat/chat-door.ts";
import { useMute } from "./chat.queries.ts";
import { aboutOf, nameOf, othersIn } from "./chat-wording.ts";

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
  const [other] = othersIn(conversation, uid);
  const reportable = reportableIn(lately, conversation, uid);
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
      {conversation.kind === "direct" && other && <PersonMenu person={other} messages={reportable} />}
      {conversation.kind === "ride" && <MessagesMenu messages={reportable} />}
    </div>
  );
}

const REPORTABLE_MOST = 20;

/** What others said lately, for who wants to report one of it. */
const reportableIn = (lately: readonly Message[], conversation: Conversation, uid: string): ReportableMessage[] =>
  lately
    .flatMap(({ id, kind, senderUid, text, place }) => {
      const person = othersIn(conversation, uid).find((other) => other.uid === senderUid);
      return person && kind !== "note" ? [{ id, text: text || (place?.label ?? ""), person }] : [];
    })
    .slice(-REPORTABLE_MOST);
