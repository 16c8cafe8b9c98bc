import { type LegalPageName, legalTextPath } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { LegalText } from "./LegalText.tsx";
import { type OperatorText, parseOperatorText } from "./operator-text.ts";

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
    fetchText(name).then(show, () => show("failed"));
    return () => {
      unmounted = true;
    };
  }, [name]);
  if (text === undefined) return <Skeleton className="mt-6 h-64" />;
  if (text !== "failed") return <LegalText {...text} />;
  return <ErrorState message={t`Couldn't load the text. Check your connection.`} onRetry={onRetry} />;
}

async function fetchText(name: LegalPageName): Promise<OperatorText> {
  const response = await fetch(legalTextPath(name));
  if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
  return parseOperatorText(await response.text());
}
