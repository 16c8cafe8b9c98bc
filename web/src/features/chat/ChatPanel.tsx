import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ChatWanted, wantChat } from "#shared/chat/chat-door.ts";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { conversationFor } from "./chat.queries.ts";
import { ConversationList } from "./ConversationList.tsx";
import { ConversationView } from "./ConversationView.tsx";

/** A conversation, and the message in it that was looked for. */
export interface Chosen {
  readonly conversationId: string;
  readonly around?: number | undefined;
}
const newestOf = ({ conversationId }: Chosen): Chosen => ({ conversationId });

/** The chats, inside the drawer that the navigation bar opens: the list, or the conversation that is wanted or chosen. */
export function ChatPanel({ wanted }: { wanted?: ChatWanted | undefined }) {
  const [chosen, choose] = useState<Chosen>();
  const back = () => {
    wantChat("list");
    choose(undefined);
  };
  return (
    <div className="absolute inset-x-0 top-17 bottom-0 flex flex-col border-t border-line">
      {chosen !== undefined ? (
        <ConversationView
          key={JSON.stringify(chosen)}
          {...chosen}
          onBack={back}
          onNewest={() => choose(newestOf(chosen))}
        />
      ) : wanted && wanted !== "list" ? (
        <Wanted wanted={wanted} onBack={back} />
      ) : (
        <ConversationList onChoose={choose} />
      )}
    </div>
  );
}

function Wanted({ wanted, onBack }: { wanted: Exclude<ChatWanted, "list">; onBack: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(conversationFor(wanted));
  if (data) return <ConversationView key={data.id} conversationId={data.id} onBack={onBack} />;
  if (!error) return <SkeletonCards />;
  return (
    <div className="grid justify-items-center gap-2">
      <ErrorState
        message={errorText(error, t`This conversation could not be opened.`)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
      <Button variant="ghost" icon="arrow-start" onClick={onBack}>
        {t`All chats`}
      </Button>
    </div>
  );
}
