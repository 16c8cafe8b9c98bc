import type { RideIndex } from "../../../server/src/modules/rides/search/index.ts";
import { Problem } from "../../../server/src/platform/http/problem.ts";

/** A search waits 5 s for the first index; that of a state takes longer on a busy machine. */
export async function waitForIndex(index: RideIndex): ReturnType<RideIndex["getUpToDate"]> {
  for (;;)
    try {
      return await index.getUpToDate();
    } catch (error) {
      if (!(error instanceof Problem && error.code === "unavailable")) throw error;
    }
}
