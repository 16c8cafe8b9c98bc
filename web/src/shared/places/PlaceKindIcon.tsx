import type { PlaceKind } from "@commonlane/contract/places";
import { placeKindPaths } from "./place-kinds.ts";

/** Icon of a kind of place, like Icon. Decorative: the kind is next to it as text. */
export function PlaceKindIcon({ kind }: { kind: PlaceKind }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-5 shrink-0 text-ink-3"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={placeKindPaths[kind]} />
    </svg>
  );
}
