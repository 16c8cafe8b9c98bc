import type { Conversation } from "@commonlane/contract/chat";
import { MESSAGE_MAX_LENGTH } from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { useDraft } from "#shared/forms/use-draft.ts";
import { randomId } from "#shared/random-id.ts";
import { controlClasses } from "#shared/ui/fields/Field.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import type { Outbox, UnsentMessage } from "../outbox.ts";
import { useSendTyping } from "./use-typing.ts";
import { pressedKey } from "#shared/ui/keyboard.ts";

const SendPlaceDialog = lazyScreen(() => import("./SendPlaceDialog.tsx"), "SendPlaceDialog");

/** The remaining characters are shown from here on. */
const SHOW_REMAINING_BELOW = 200;

interface ComposerProps {
  conversation: Conversation;
  outbox: Outbox;
}

/** Message form. Enter sends, Shift+Enter starts a new line. The draft is kept until it is sent. */
export function Composer({ conversation, outbox }: ComposerProps) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  if (!conversation.open) {
    return (
      <p className="border-t border-line bg-sunken px-4 py-3.5 text-center text-ink-2">
        {t`This chat is closed. You can still read it.`}
      </p>
    );
  }
  const addMessage = (content: Pick<UnsentMessage, "text" | "place">) => {
    const writtenAt = new Date().toISOString();
    outbox.add({
      clientId: randomId(),
      conversationId: conversation.id,
      writtenAt,
      ...content,
    });
    field.current?.focus();
  };
  return (
    <div className="flex items-end gap-1 border-t border-line ps-1 pe-3 pt-2.5 pb-[max(.625rem,env(safe-area-inset-bottom))]">
      <PlaceButton
        onSend={(place) =>
          addMessage({
            text: "",
            place,
          })
        }
      />
      <MessageForm
        conversation={conversation}
        field={field}
        onSend={(text) => addMessage({ text })}
      />
    </div>
  );
}

interface MessageFormProps {
  conversation: Conversation;
  field: RefObject<HTMLTextAreaElement | null>;
  onSend: (text: string) => void;
}

function MessageForm({ conversation, field, onSend }: MessageFormProps) {
  const { t } = useLingui();
  const [draft, change, clearDraft] = useDraft(`chat.${conversation.id}`, { text: "" });
  const sendTyping = useSendTyping(conversation.id);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const text = draft.text.trim();
    if (text === "") return;
    onSend(text);
    clearDraft();
  };
  return (
    <form onSubmit={onSubmit} className="min-w-0 flex-1">
      <ComposerHints text={draft.text} contactsShown={conversation.contactsShown} />
      <div className="flex items-end gap-1">
        <textarea
          ref={field}
          rows={1}
          aria-label={t`Message`}
          placeholder={t`Write a message`}
          maxLength={MESSAGE_MAX_LENGTH}
          value={draft.text}
          onChange={(event) => {
            change({ text: event.target.value });
            if (event.target.value.trim() !== "") sendTyping();
          }}
          onKeyDown={submitOnEnter}
          enterKeyHint={isTouchFirst() ? "enter" : "send"}
          className={`${controlClasses} field-sizing-content max-h-40 resize-none py-3`}
        />
        <IconButton icon="send" label={t`Send`} type="submit" className="mb-0.5 text-brand" />
      </div>
    </form>
  );
}

/** Next to the message form, because forms cannot be nested. */
function PlaceButton({ onSend }: { onSend: (place: Place) => void }) {
  const { t } = useLingui();
  const [choosing, setChoosing] = useState(false);
  const send = (place: Place) => {
    setChoosing(false);
    onSend(place);
  };
  return (
    <>
      <IconButton
        icon="pin"
        label={t`Send a place`}
        onClick={() => setChoosing(true)}
        className="mb-0.5 text-ink-2"
      />
      {choosing && (
        <Suspense>
          <SendPlaceDialog onClose={() => setChoosing(false)} onSend={send} />
        </Suspense>
      )}
    </>
  );
}

/** Shows which contact details will be hidden and how many characters are left. */
function ComposerHints({ text, contactsShown }: { text: string; contactsShown: boolean }) {
  const { t } = useLingui();
  const masked = useMaskHint(contactsShown ? "" : text);
  const remaining = MESSAGE_MAX_LENGTH - text.length;
  return (
    <div role="status" className="text-sm text-ink-2">
      {masked && <p className="pb-2">{masked}</p>}
      {remaining < SHOW_REMAINING_BELOW && (
        <p className="pb-2">{t`${plural(remaining, {
          one: "# character left",
          other: "# characters left",
        })}`}</p>
      )}
    </div>
  );
}

const isTouchFirst = (): boolean => matchMedia("(pointer: coarse)").matches;

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (pressedKey(event) !== "Enter" || event.shiftKey) return;
  // Keyboards on a screen have no Shift and Enter for a new line.
  if (isTouchFirst() && !event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
