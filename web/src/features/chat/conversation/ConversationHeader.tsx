import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { openChat } from "#shared/chat/open-chat.ts";
import { openSafetyDialog, type ReportableMessage } from "#shared/safety/open-safety-dialog.ts";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Menu } from "#shared/ui/Menu.tsx";
import { conversationSubtitle, conversationTitle, otherMembers } from "../chat-text.ts";
import { useMute } from "../chat.queries.ts";
import { MemberAvatar } from "../MemberAvatar.tsx";

interface ConversationHeaderProps {
  conversation: Conversation;
  uid: string;
  /** Recent messages, newest last. */
  recentMessages: readonly Message[];
  onBack: () => void;
}

/** Title of a conversation, with the back button and the mute switch. */
export function ConversationHeader({
  conversation,
  uid,
  recentMessages,
  onBack,
}: ConversationHeaderProps) {
  const { t } = useLingui();
  const { id, muted, rideId } = conversation;
  const mute = useMute(id);
  const subtitle = conversationSubtitle(conversation);
  const [otherMember] = otherMembers(conversation, uid);
  const reportable = findReportable(recentMessages, conversation, uid);
  return (
    <div className="flex items-center gap-1 border-b border-line py-1.5 ps-2 pe-3">
      <IconButton icon="arrow-start" label={t`All chats`} onClick={onBack} />
      {conversation.kind === "direct" && otherMember && (
        <MemberAvatar member={otherMember} className="me-1.5" />
      )}
      <div className="min-w-0 flex-1">
        <h3 className="truncate font-semibold">{conversationTitle(conversation, uid)}</h3>
        {subtitle && rideId !== null && (
          <Link
            to={`/rides/${rideId}`}
            onClick={() => openChat(undefined)}
            className="block truncate text-sm text-ink-2 underline underline-offset-4"
          >
            {subtitle}
          </Link>
        )}
      </div>
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={muted}
        busy={mute.isPending}
        onClick={() => mute.mutate(!muted)}
      >
        {muted
          ? t`Muted`
          : t({
              comment: "Button: no more notifications of this conversation.",
              message: "Mute",
            })}
      </Button>
      {conversation.kind === "direct" && otherMember && (
        <PersonMenu
          person={otherMember}
          messages={reportable}
          context={{ kind: "conversation", id }}
        />
      )}
      {conversation.kind === "ride" && <ReportMessageMenu messages={reportable} />}
    </div>
  );
}

const MAX_REPORTABLE = 20;

/** Recent messages of others, which the user may report. */
const findReportable = (
  recentMessages: readonly Message[],
  conversation: Conversation,
  uid: string,
): ReportableMessage[] =>
  recentMessages
    .flatMap(({ id, kind, senderUid, text, place }) => {
      const person = otherMembers(conversation, uid).find((member) => member.uid === senderUid);
      return person && kind !== "note"
        ? [
            {
              id,
              text: text || (place?.label ?? ""),
              person,
            },
          ]
        : [];
    })
    .slice(-MAX_REPORTABLE);

/** Menu to report a message in a group chat. */
function ReportMessageMenu({ messages }: { readonly messages: readonly ReportableMessage[] }) {
  const { t } = useLingui();
  const person = messages.at(-1)?.person;
  if (!person) return null;
  return (
    <Menu
      label={t`More about this chat`}
      trigger={<Icon name="dots" className="size-6" />}
      triggerClassName="grid size-11 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken"
      items={[
        {
          label: t`Report a message`,
          icon: "flag",
          onSelect: () =>
            openSafetyDialog({
              action: "report-message",
              person,
              messages,
            }),
        },
      ]}
    />
  );
}
