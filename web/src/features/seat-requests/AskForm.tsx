import type { AccessNeed } from "@commonlane/contract/profiles";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useAdultGate } from "#shared/adult/use-adult-gate.tsx";
import { isProblem } from "#shared/api-error.ts";
import { AnswerWithin } from "#shared/forms/AnswerWithin.tsx";
import { useDraft } from "#shared/forms/use-draft.ts";
import { operator } from "#shared/operator.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Stepper } from "#shared/ui/Stepper.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { moneyText } from "#shared/wording/wording.ts";
import { useMaskHint } from "#shared/words/use-hidden.ts";
import { MaskNote } from "#shared/words/MaskNote.tsx";
import { type AskDraft, type AskForSeatsProps, askOf, draftFor, endsOf, stretchOf } from "./ask-draft.ts";
import { AskNeeds } from "./AskNeeds.tsx";
import { EndFields } from "./EndFields.tsx";
import { NoSeats } from "./NoSeats.tsx";
import { useAskForSeats } from "./seat-requests.queries.ts";
import { StatusPill } from "./StatusPill.tsx";

interface AskFormProps extends AskForSeatsProps {
  readonly draftName: string;
  /** What one's profile says. */
  readonly needs: readonly AccessNeed[];
  /** An earlier request on this ride that came to nothing. */
  readonly before: SeatRequest | undefined;
}

/** Where one gets in and out, how many come, and a word to the host. What is free is the server's to say. */
export function AskForm({ ride, part, otherRides, draftName, needs, before }: AskFormProps) {
  const { t } = useLingui();
  const [draft, change, forget] = useDraft<AskDraft>(draftName, draftFor(ride, part, needs));
  const { ask, asking, tried, dialog } = useAsking({ ride, part, draft, onDone: forget });
  const stretch = stretchOf(ride, part, draft);
  const instant = ride.approval === "instant";
  const { seats } = draft;
  const known = stretch !== undefined && stretch.seatsFree < seats;
  const full = known || isProblem(asking.error, "ride_full");
  const choose = (ends: Partial<AskDraft>) => {
    asking.reset();
    change(ends);
  };
  return (
    <section aria-labelledby="ask-title" className="grid gap-5 rounded-lg border border-line bg-surface p-4">
      <h2 id="ask-title" className="text-xl font-bold">
        {instant ? t`Book seats` : t`Ask for seats`}
      </h2>
      {before && <Earlier request={before} />}
      <form
        noValidate
        aria-labelledby="ask-title"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <EndFields ride={ride} part={part} draft={draft} change={change} tried={tried} />
        <Stepper
          label={t`Seats`}
          hint={stretch && t`${plural(stretch.seatsFree, { one: "# is free", other: "# are free" })} on this part`}
          value={seats}
          min={1}
          // Of a full part one may wait for as many as the ride has.
          max={stretch?.seatsFree || ride.seatsTotal}
          onChange={(next) => change({ seats: next })}
          lessLabel={t`One seat fewer`}
          moreLabel={t`One seat more`}
        />
        <AskNeeds ride={ride} needs={draft.needs} onChange={(next) => change({ needs: next })} />
        <TextAreaField
          label={t`Message to the host`}
          optional={t`optional`}
          maxLength={NOTE_MAX_LENGTH}
          value={draft.message}
          hint={useMaskHint(instant ? "" : draft.message)}
          onChange={(event) => change({ message: event.target.value })}
        />
        {!instant && <AnswerWithin value={draft.patience} onChange={(patience) => change({ patience })} />}
        <Cost contribution={stretch?.contribution ?? null} free={ride.contribution === null} seats={seats} />
        {full && <NoSeats ride={ride} part={part} draft={draft} otherRides={otherRides} onChoose={choose} />}
        {asking.error && !full && <Notice tone="bad">{asking.error.message}</Notice>}
        <SendButton instant={instant} seats={seats} busy={asking.isPending} full={full} />
      </form>
      {dialog}
    </section>
  );
}

function SendButton({ instant, seats, busy, full }: { instant: boolean; seats: number; busy: boolean; full: boolean }) {
  const { t } = useLingui();
  return (
    <Button type="submit" size="lg" variant={full ? "line" : "solid"} busy={busy}>
      {instant
        ? t`${plural(seats, { one: "Book # seat", other: "Book # seats" })}`
        : t`${plural(seats, { one: "Ask for # seat", other: "Ask for # seats" })}`}
    </Button>
  );
}

type Asking = Pick<AskFormProps, "ride" | "part"> & { readonly draft: AskDraft; readonly onDone: () => void };

/** Sends the ask once, however often the button is pressed. */
function useAsking({ ride, part, draft, onDone }: Asking) {
  const { t } = useLingui();
  const [tried, setTried] = useState(false);
  const running = useRef(false);
  const asking = useAskForSeats(ride.id);
  const gate = useAdultGate();
  const toast = useToast();
  const ask = async () => {
    const { pickup, dropoff } = endsOf(ride, part, draft);
    setTried(true);
    if (!pickup || !dropoff || running.current) return;
    running.current = true;
    try {
      const request = await gate.run(() => asking.mutateAsync(askOf(ride, part, draft)));
      if (!request) return;
      onDone();
      const booked = request.status === "accepted";
      toast({ message: booked ? t`Booked. You have a seat.` : t`Your request is with the host.`, type: "success" });
    } catch {
      // Shown by the form, from the call's own state.
    } finally {
      running.current = false;
    }
  };
  return { ask, asking, tried, dialog: gate.dialog };
}

interface CostProps {
  readonly contribution: { amountMinor: number; currency: string } | null;
  readonly free: boolean;
  readonly seats: number;
}

function Cost({ contribution, free, seats }: CostProps) {
  const { t } = useLingui();
  if (!contribution && !free) return null;
  const total = contribution && moneyText({ ...contribution, amountMinor: contribution.amountMinor * seats });
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 border-t border-line pt-4">
      <p className="font-semibold">{t`Contribution in all`}</p>
      <p className="num ms-auto text-2xl">{total ?? t`Free`}</p>
      <p className="w-full text-sm text-ink-3">
        {contribution && seats > 1 && `${t`${moneyText(contribution)} for each seat.`} `}
        {contribution
          ? t`Arranged between you and the host; ${operator.name} takes no payments.`
          : t`The host asks for nothing.`}
      </p>
    </div>
  );
}

function Earlier({ request }: { request: SeatRequest }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1 rounded-md bg-sunken p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {t`Your earlier request:`} <StatusPill request={request} />
      </p>
      {request.reason && <p className="text-ink-2 wrap-anywhere">{request.reason}</p>}
      <MaskNote text={request.reason} mine={request.endedBy === "seeker"} />
    </div>
  );
}
