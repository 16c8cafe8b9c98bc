import { useEffect } from "react";
import { operator } from "../operator.ts";

/** Names the page in the window's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? operator.name : `${title} · ${operator.name}`;
  }, [title]);
}
