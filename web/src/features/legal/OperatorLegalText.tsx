import type { LegalPageName } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { LegalText } from "./LegalText.tsx";
import type { OperatorText } from "./operator-text.ts";
import { fetchOperatorText } from "./operator-texts.ts";

/** A legal text provided by the operator. */
export function OperatorLegalText({ name }: { name: LegalPageName }) {
  const [attempt, setAttempt] = useState(1);
  return <FetchedText key={attempt} name={name} onRetry={() => setAttempt(attempt + 1)} />;
}

function FetchedText({ name, onRetry }: { name: LegalPageName; onRetry: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState<OperatorText | "failed">();
  useEffect(() => {
    let unmounted = false;
    const show = (next: OperatorText | "failed") => {
      if (!unmounted) setText(next);
    };
    fetchOperatorText(name).then(show, () => show("failed"));
    return () => {
      unmounted = true;
    };
  }, [name]);
  if (text === undefined) return <Skeleton className="mt-6 h-64" />;
  if (text !== "failed") return <LegalText {...text} />;
  return <ErrorState message={t`Couldn't load the text. Check your connection.`} onRetry={onRetry} />;
}
