import { useLingui } from "@lingui/react/macro";
import { Notice } from "../ui/Notice.tsx";
import { useSearchDraft } from "./search-draft.ts";

/** Tells a visitor who came from the landing page's search what became of it. */
export function PendingSearchNotice() {
  const { t } = useLingui();
  const [{ from, to }] = useSearchDraft();
  return (
    <Notice tone="info" className="mb-5">
      {from && to
        ? t`Sign up to see the rides from ${from} to ${to}. Your search is kept.`
        : t`Sign up to see the rides. Your search is kept.`}
    </Notice>
  );
}
