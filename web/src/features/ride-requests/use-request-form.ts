import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { ApiError } from "#shared/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { changeOf, type RequestDraft, termsOf } from "./request-draft.ts";
import { type FieldErrors, problemsOf } from "./request-problems.ts";
import type { RequestFormProps } from "./request-fields.ts";
import { useChanging, usePosting } from "./use-posting.ts";

interface Complaint {
  readonly errors: FieldErrors;
  /** Counts what went wrong, so that the same mistake is pointed at again. */
  readonly tries: number;
}

/** The form without its look: what is typed, what is wrong with it, and how it is sent. */
export function useRequestForm({ draftName, initial, changing, driverUid }: RequestFormProps) {
  const { i18n, t } = useLingui();
  const [draft, change, forget] = useDraft<RequestDraft>(draftName, initial);
  const [complaint, setComplaint] = useState<Complaint>({ errors: {}, tries: 0 });
  const posting = usePosting();
  const saving = useChanging(changing?.id ?? "");
  const { error, busy, dialog } = changing ? saving : posting;
  const form = useFocusOnWrong(complaint.tries, error);
  const complain = (errors: FieldErrors) => setComplaint(({ tries }) => ({ errors, tries: tries + 1 }));
  const submit = async () => {
    const wrong = Object.entries(problemsOf(draft)).map(([field, words]) => [field, i18n._(words)] as const);
    if (wrong.length > 0) return complain(Object.fromEntries(wrong));
    setComplaint(({ tries }) => ({ errors: {}, tries }));
    const done = await (changing
      ? saving.send(changeOf(draft, changing))
      : posting.send({ ...termsOf(draft), driverUid }));
    if (done) forget();
  };
  const errors = { ...error?.fields, ...complaint.errors };
  const marked = Object.keys(errors).length > 0;
  return {
    form,
    fields: { draft, change, errors },
    /** So many offers wait that what they were made for cannot be changed. */
    firm: changing?.offersWaiting ?? 0,
    problem: marked ? t`Please look at what is marked.` : error?.message,
    busy,
    dialog,
    submit,
    startOver: forget,
    isTouched: JSON.stringify(draft) !== JSON.stringify(initial),
  };
}

/** Gives the reading position to the first field that is wrong, else to what was said of the whole. */
function useFocusOnWrong(tries: number, error: ApiError | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries === 0 && !error) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong) wrong.focus();
    else form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  }, [tries, error]);
  return form;
}
