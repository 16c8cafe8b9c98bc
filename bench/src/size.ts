import { join } from "node:path";
import {
  measurePages,
  measureScreens,
  type PageSize,
  type ScreenLoad,
} from "../../scripts/measure-pages.ts";
import { type Bench, row } from "./bench.ts";

const DIST = join(import.meta.dirname, "../../web/dist");

/** Bytes that a browser downloads before a page is complete. `npm run check -- size` enforces the same budgets. */
export const size: Bench = {
  name: "size",
  run: async () => ({
    how: "Everything the built web app names in its page and its first screens' imports, after gzip; of signed-in screens all scripts and styles that the server names, after Brotli (kB of 1000 bytes).",
    rows: [...measurePages(DIST), ...measureScreens(DIST).map(toPageSize)].map(
      ({ what, kb, atMostKb }) => row(what, kb, { unit: "kB", digits: 1, atMost: atMostKb }),
    ),
  }),
};

const toPageSize = ({ route, kb, atMostKb }: ScreenLoad): PageSize => ({
  what: `${route}, complete`,
  kb,
  atMostKb,
});
