import { LeavingSoon } from "./LeavingSoon.tsx";
import { NextForMe } from "./NextForMe.tsx";
import { useLeavingSoon } from "./use-leaving-soon.ts";

interface HomeListsProps {
  selectedId: string | null;
  onSelect: (rideId: string) => void;
}

/** What is next for the reader, and what leaves soon. */
export function HomeLists({ selectedId, onSelect }: HomeListsProps) {
  const soon = useLeavingSoon();
  return (
    <>
      <NextForMe />
      <LeavingSoon soon={soon} selectedId={selectedId} onSelect={onSelect} />
    </>
  );
}
