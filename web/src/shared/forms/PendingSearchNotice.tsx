import { useLingui } from "@lingui/react/macro";
import { Notice } from "../ui/Notice.tsx";
import { useSearchDraft } from "./search-draft.ts";

/** Assures visitors from the landing page's search form that their search is kept. */
export function PendingSearchNotice() {
  const { t } = useLingui();
  const [{ from, to }] = useSearchDraft();
  return (
    <Notice tone="info" className="mb-5">
      {from && to
        ? t`Sign up to see rides from ${from} to ${to}. We'll keep your search.`
        : t`Sign up to see rides. We'll keep your search.`}
    </Notice>
  );
}
