import type { ConversationMember } from "@commonlane/contract/chat";
import { Avatar } from "#shared/ui/Avatar.tsx";

/** Photo or initials of someone in a conversation. */
export function MemberAvatar({
  member,
  className,
}: {
  member: ConversationMember;
  className?: string;
}) {
  const { uid, displayName, initials, photo } = member;
  return (
    <Avatar
      uid={uid}
      name={displayName}
      initials={initials}
      photo={photo}
      size="sm"
      className={className}
    />
  );
}
