import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { type EventDraft, type EventField, readDraft } from "./event-draft.ts";
import { useSaveEvent } from "./events.queries.ts";

/** State of the form of an event: the draft, the errors of its fields, and what saves it. */
export function useEventForm(draftName: string, initial: EventDraft, eventId: string | undefined) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [draft, change, clear] = useDraft(draftName, initial);
  const [wrong, setWrong] = useState<readonly EventField[]>([]);
  const save = useSaveEvent(eventId);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const details = readDraft(draft);
    if ("length" in details) {
      setWrong(details);
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    setWrong([]);
    save.mutate(details, {
      onSuccess: ({ id }) => {
        clear();
        void navigate(`/events/${id}`, { replace: eventId !== undefined });
      },
    });
  };
  const messages: Record<EventField, string> = {
    title: t`Enter a title.`,
    place: t`Choose a place from the list.`,
    startsAt: t`Enter the date and time of the start.`,
    endsAt: t`Enter an end after the start.`,
    website: t`Enter an address that starts with https://.`,
  };
  const refused = save.error instanceof ApiError ? save.error.fields : {};
  const errorOf = (field: EventField) => (wrong.includes(field) ? messages[field] : refused[field]);
  const failure =
    save.error && Object.keys(refused).length === 0 ? errorText(save.error) : undefined;
  return {
    draft,
    change,
    onSubmit,
    errorOf,
    failure,
    busy: save.isPending,
  };
}
