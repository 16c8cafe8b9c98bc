import { type LegalPageName, legalTextPath } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { LegalText } from "./LegalText.tsx";
import { type OwnText, readOwnText } from "./own-text.ts";

/** A legal text of the operator's own. */
export function OwnLegalText({ name }: { name: LegalPageName }) {
  const [attempt, setAttempt] = useState(1);
  return <Fetched key={attempt} name={name} onRetry={() => setAttempt(attempt + 1)} />;
}

function Fetched({ name, onRetry }: { name: LegalPageName; onRetry: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState<OwnText | "failed">();
  useEffect(() => {
    let left = false;
    const show = (next: OwnText | "failed") => {
      if (!left) setText(next);
    };
    textOf(name).then(show, () => show("failed"));
    return () => {
      left = true;
    };
  }, [name]);
  if (text === undefined) return <Skeleton className="mt-6 h-64" />;
  if (text !== "failed") return <LegalText {...text} />;
  return <ErrorState message={t`The text could not be loaded. Check your connection.`} onRetry={onRetry} />;
}

async function textOf(name: LegalPageName): Promise<OwnText> {
  const response = await fetch(legalTextPath(name));
  if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
  return readOwnText(await response.text());
}
