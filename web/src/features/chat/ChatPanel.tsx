import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ChatTarget, openChat } from "#shared/chat/open-chat.ts";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { conversationFor } from "./chat.queries.ts";
import { ConversationList } from "./list/ConversationList.tsx";
import { ConversationView } from "./conversation/ConversationView.tsx";

/** A conversation and, if it was opened from a search, the message that was found. */
export interface ChosenConversation {
  readonly conversationId: string;
  readonly around?: number | undefined;
}

function withoutMessage({ conversationId }: ChosenConversation): ChosenConversation {
  return {
    conversationId,
  };
}

/** Contents of the chat drawer: the list of conversations, or the requested or chosen conversation. */
export function ChatPanel({ requested }: { requested?: ChatTarget | undefined }) {
  const [chosen, choose] = useState<ChosenConversation>();
  const showList = () => {
    openChat("list");
    choose(undefined);
  };
  const content = () => {
    if (chosen !== undefined)
      return (
        <ConversationView
          key={JSON.stringify(chosen)}
          {...chosen}
          onBack={showList}
          onNewest={() => choose(withoutMessage(chosen))}
        />
      );
    if (requested && requested !== "list")
      return <RequestedConversation requested={requested} onBack={showList} />;
    return <ConversationList onChoose={choose} />;
  };
  return (
    <div className="absolute inset-x-0 top-17 bottom-0 flex flex-col border-t border-line">
      {content()}
    </div>
  );
}

function RequestedConversation({
  requested,
  onBack,
}: {
  requested: Exclude<ChatTarget, "list">;
  onBack: () => void;
}) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(conversationFor(requested));
  if (data) return <ConversationView key={data.id} conversationId={data.id} onBack={onBack} />;
  if (!error) return <SkeletonCards />;
  return (
    <div className="grid justify-items-center gap-2">
      <ErrorState
        message={errorText(error, t`Couldn't open this conversation.`)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
      <Button variant="ghost" icon="arrow-start" onClick={onBack}>
        {t`All chats`}
      </Button>
    </div>
  );
}
