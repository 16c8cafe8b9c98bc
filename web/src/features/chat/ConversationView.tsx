import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorText } from "#shared/error-text.ts";
import { YouBlocked } from "#shared/safety/YouBlocked.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { conversation as conversationOf, messages, noteRead } from "./chat.queries.ts";
import { Composer } from "./Composer.tsx";
import { ConversationHead } from "./ConversationHead.tsx";
import { MessageLines } from "./MessageLines.tsx";
import { sayRead } from "./read-marks.ts";
import { TypingLine } from "./TypingLine.tsx";
import { useOutbox, useUnsent } from "./use-outbox.ts";

interface ConversationViewProps {
  conversationId: string;
  /** The ordinal of the message that was looked for; the newest are shown without. */
  around?: number | undefined;
  onBack: () => void;
  /** Leads from what was looked for to the newest. */
  onNewest?: () => void;
}

/** One conversation: who it is with, what was said, and what one writes next. */
export function ConversationView({ conversationId, around, onBack, onNewest }: ConversationViewProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  const room = useQuery(conversationOf(conversationId));
  const read = useInfiniteQuery(messages(conversationId, around));
  const box = useOutbox();
  const newestFirst = read.data?.pages.flatMap(({ items }) => items);
  useReading(room.data, newestFirst?.[0], uid);
  const known = new Set(newestFirst?.map(({ clientId }) => clientId));
  const unsent = useUnsent(box, conversationId).filter(({ clientId }) => !known.has(clientId));

  const failure = room.error ?? read.error;
  if (failure && !(room.data && newestFirst)) {
    return (
      <ErrorState
        message={errorText(failure, t`This conversation could not be read. Check your connection and try again.`)}
        onRetry={() => void Promise.all([room.refetch(), read.refetch()])}
        retrying={room.isFetching || read.isFetching}
      />
    );
  }
  if (!room.data || !newestFirst) return <SkeletonCards />;
  const other = room.data.kind === "direct" ? room.data.members.find((member) => member.uid !== uid)?.uid : undefined;
  return (
    <>
      <ConversationHead conversation={room.data} uid={uid} lately={newestFirst.toReversed()} onBack={onBack} />
      {/* In reverse, so that the browser itself keeps the newest in sight, and the place of whoever reads further up. */}
      <div
        // Scrolled by keyboard, too.
        tabIndex={0}
        role="log"
        aria-label={t`Messages`}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3"
      >
        {read.hasPreviousPage && <Newer {...read} onNewest={onNewest} />}
        <MessageLines
          messages={newestFirst.toReversed()}
          unsent={read.hasPreviousPage ? [] : unsent}
          found={around}
          box={box}
          conversation={room.data}
          uid={uid}
        />
        <ShowMore query={read} variant="ghost" size="sm" className="justify-items-center pb-3">
          {t`Show older messages`}
        </ShowMore>
      </div>
      <TypingLine conversation={room.data} written={newestFirst[0]?.ordinal ?? 0} />
      {other !== undefined && !room.data.open ? (
        <YouBlocked uid={other} otherwise={<Composer conversation={room.data} box={box} />} />
      ) : (
        <Composer conversation={room.data} box={box} />
      )}
    </>
  );
}

interface NewerProps {
  isFetchingPreviousPage: boolean;
  fetchPreviousPage: () => Promise<unknown>;
  onNewest: (() => void) | undefined;
}

/** The ways on from a message that was looked for. */
function Newer({ isFetchingPreviousPage, fetchPreviousPage, onNewest }: NewerProps) {
  const { t } = useLingui();
  return (
    <div className="flex justify-center gap-2 pt-3">
      <Button variant="ghost" size="sm" busy={isFetchingPreviousPage} onClick={() => void fetchPreviousPage()}>
        {t`Show newer messages`}
      </Button>
      <Button variant="line" size="sm" onClick={onNewest}>
        {t`To the newest`}
      </Button>
    </div>
  );
}

/** Whoever looks at a conversation has read it up to its newest message. */
function useReading(room: Conversation | undefined, newest: Message | undefined, uid: string): void {
  const queries = useQueryClient();
  const readUpTo = room?.members.find((member) => member.uid === uid)?.readUpTo;
  const conversationId = room?.id;
  const { id: newestId, ordinal } = newest ?? { id: "", ordinal: 0 };
  useEffect(() => {
    if (conversationId === undefined || readUpTo === undefined || ordinal <= readUpTo) return undefined;
    const say = () => {
      if (document.visibilityState !== "visible") return;
      void sayRead(uid, conversationId, newestId).then((said) => noteRead(queries, said));
    };
    say();
    document.addEventListener("visibilitychange", say);
    return () => document.removeEventListener("visibilitychange", say);
  }, [queries, uid, conversationId, readUpTo, newestId, ordinal]);
}
