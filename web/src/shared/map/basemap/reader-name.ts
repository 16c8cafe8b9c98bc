import type { ExpressionSpecification } from "maplibre-gl";
import { activeLanguage } from "../../language/messages.ts";

/** Name of a feature in the reader's language; the local one if the tiles have no other. */
export const readerName = (): ExpressionSpecification => [
  "coalesce",
  ["get", `name:${activeLanguage()}`],
  ["get", "name"],
];
