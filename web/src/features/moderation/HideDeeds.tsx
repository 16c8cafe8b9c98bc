import type { HiddenThing } from "@commonlane/contract/hidings";
import type { Hiding } from "@commonlane/contract/moderated";
import { moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { useDeed } from "./moderation.queries.ts";
import { daysOf, type Term, TermField } from "./TermField.tsx";
import { WhyDialog } from "./WhyDialog.tsx";
import { useHidingWords } from "./words.ts";

interface HideDeedsProps {
  things: readonly HiddenThing[];
  /** What was hidden of them, also what is no longer. */
  hidings: readonly Hiding[];
}

/** Takes things out of others' sight, and shows them again: a button for each. */
export function HideDeeds({ things, hidings }: HideDeedsProps) {
  const { hide, show } = useHidingWords();
  const [open, setOpen] = useState<HiddenThing>();
  const [back, setBack] = useState<Hiding>();
  const hiddenNow = ({ kind, id }: HiddenThing) =>
    hidings.find(({ about, endedAt }) => endedAt === null && about.kind === kind && about.id === id);
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {things.map((thing) => {
        const hiding = hiddenNow(thing);
        return (
          <Button
            key={thing.kind}
            variant="line"
            icon={hiding ? "eye" : "eye-off"}
            onClick={() => (hiding ? setBack(hiding) : setOpen(thing))}
          >
            {hiding ? show[thing.kind] : hide[thing.kind]}
          </Button>
        );
      })}
      {open && <HideDialog thing={open} onClose={() => setOpen(undefined)} />}
      {back && <ShowDialog hiding={back} onClose={() => setBack(undefined)} />}
    </div>
  );
}

function HideDialog({ thing, onClose }: { thing: HiddenThing; onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const { hide, follows } = useHidingWords();
  const deed = useDeed(moderation.hide);
  const [term, setTerm] = useState<Term>("");
  const onSuccess = () => {
    toast({ message: t`It is hidden, and its owner is told.`, type: "success" });
    onClose();
  };
  return (
    <WhyDialog
      open
      onClose={onClose}
      title={hide[thing.kind]}
      label={t`Why`}
      confirm={t`Hide it`}
      danger
      busy={deed.isPending}
      error={deed.error}
      onConfirm={(reason) => deed.mutate({ body: { about: thing, reason, days: daysOf(term) } }, { onSuccess })}
      more={<TermField value={term} onChange={setTerm} endless={t`until it is shown again`} />}
    >
      {follows[thing.kind]}
    </WhyDialog>
  );
}

export function ShowDialog({ hiding, onClose }: { hiding: Hiding; onClose: () => void }) {
  const { t } = useLingui();
  const { show } = useHidingWords();
  const deed = useDeed(moderation.show);
  return (
    <WhyDialog
      open
      onClose={onClose}
      title={show[hiding.about.kind]}
      label={t`Why`}
      confirm={t`Show it`}
      busy={deed.isPending}
      error={deed.error}
      onConfirm={(reason) => deed.mutate({ params: { hidingId: hiding.id }, body: { reason } }, { onSuccess: onClose })}
    >
      {t`Its owner reads this. Words or a photo come back unless others took their place.`}
    </WhyDialog>
  );
}
