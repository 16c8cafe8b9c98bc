import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useAdultGate } from "#shared/adult/use-adult-gate.tsx";
import { ApiError } from "#shared/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useToast } from "#shared/ui/Toasts.tsx";
import { useSaveRide, useSaveSeries } from "./hosting.queries.ts";
import type { RideDraft } from "./ride-draft.ts";
import { seriesOf, termsOf } from "./ride-terms.ts";
import { type FieldErrors, firstWrongStep, problemsOf, STEP, stepOfField } from "./steps.ts";
import type { HostWizardProps } from "./wizard-props.ts";

/** The wizard without its look: where one is, what is wrong, and how it goes on. */
export function useHosting({ draftName, initial, changing }: HostWizardProps) {
  const { i18n } = useLingui();
  const [draft, change, forget] = useDraft<RideDraft>(draftName, initial);
  const [wiped, setWiped] = useState<RideDraft>();
  const { complaint, show, clear } = useComplaint();
  const step = Math.min(Math.max(0, draft.step), STEP.review);
  const goTo = (next: number) => {
    clear();
    change({ step: next });
  };
  const complain = (at: number) => {
    change({ step: at });
    const wrong = Object.entries(problemsOf(draft, at));
    show(Object.fromEntries(wrong.map(([field, words]) => [field, i18n._(words)])));
  };
  const { send, busy, dialog } = useSending({
    changing,
    onSaved: forget,
    onRefused: (fields, message) => {
      const [first] = Object.keys(fields);
      if (first !== undefined) change({ step: stepOfField(first) });
      show(fields, message);
    },
  });
  const goOn = () => {
    const here = Object.keys(problemsOf(draft, step)).length > 0 ? step : undefined;
    const wrong = step === STEP.review ? firstWrongStep(draft) : here;
    if (wrong !== undefined) complain(wrong);
    else if (step < STEP.review) goTo(step + 1);
    else {
      clear();
      void send(draft);
    }
  };
  const startOver = () => {
    clear();
    setWiped(draft);
    forget();
  };
  const onChange = (part: Partial<RideDraft>) => {
    clear();
    setWiped(undefined);
    change(part);
  };
  // As long as nothing else was typed.
  const bringBack = wiped && (() => onChange(wiped));
  const view = { draft, change: onChange, step, ...complaint, busy, dialog, isTouched: isTouched(draft, initial) };
  return { ...view, goTo, goOn, startOver, bringBack };
}

interface Complaint {
  readonly errors: FieldErrors;
  readonly problem: string | undefined;
  /** Counts what went wrong, so that the same mistake is pointed at again. */
  readonly tries: number;
}

function useComplaint() {
  const [complaint, setComplaint] = useState<Complaint>({ errors: {}, problem: undefined, tries: 0 });
  return {
    complaint,
    show: (errors: FieldErrors, problem?: string) =>
      setComplaint(({ tries }) => ({ errors, problem, tries: tries + 1 })),
    clear: () => setComplaint((before) => ({ ...before, errors: {}, problem: undefined })),
  };
}

interface Sending {
  readonly changing: Ride | undefined;
  readonly onSaved: () => void;
  /** What the server said of fields, and a sentence for the whole. */
  readonly onRefused: (fields: FieldErrors, message: string) => void;
}

/** Sends the ride once, however often the button is pressed, and goes to its page. */
function useSending({ changing, onSaved, onRefused }: Sending) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const gate = useAdultGate();
  const save = useSaveRide();
  const saveSeries = useSaveSeries();
  const toast = useToast();
  const navigate = useNavigate();
  const send = async (draft: RideDraft) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const repeats = draft.repeats && !changing;
      const saved = await gate.run<{ id: string }>(() =>
        repeats ? saveSeries(seriesOf(draft)) : save(termsOf(draft, changing), changing?.id),
      );
      if (!saved) return;
      onSaved();
      const said = repeats ? t`Your rides are on offer.` : t`Your ride is on offer.`;
      toast({ message: changing ? t`Your ride was changed.` : said, type: "success" });
      await navigate(repeats ? `/series/${saved.id}` : `/rides/${saved.id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = error.code === "seats_taken" ? { seatsTotal: error.message } : ofRide(error.fields);
      const marked = Object.keys(fields).length > 0;
      onRefused(fields, marked ? t`Please look at what is marked.` : error.message);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { send, busy, dialog: gate.dialog };
}

/** Fields by their names in a ride, wherever the ride stood in what was sent. */
const ofRide = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, words]) => [name.replace(/^ride\./, ""), words]));

const isTouched = (draft: RideDraft, initial: RideDraft): boolean =>
  JSON.stringify({ ...draft, step: 0, stops: bare(draft) }) !==
  JSON.stringify({ ...initial, step: 0, stops: bare(initial) });

/** Stops without their keys, which say nothing of the way. */
const bare = ({ stops }: RideDraft) => stops.map(({ choice }) => choice);
