import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NASTY_TEXTS } from "../../server/test/fuzz/nasty-values.ts";
import { type Attack, runTool, toolOf } from "./attack-types.ts";
import { apiCalls } from "./calls.ts";
import type { Targets } from "./targets.ts";
import { HIDDEN_FILES } from "./vulnerable-server.ts";

const NAMES = join(import.meta.dirname, "forgotten-names.txt");
/** Every path that is not a file is answered with this page of the app. */
const THE_PAGE = '<div id="root"';
const Hits = z.object({ results: z.array(z.object({ url: z.string(), status: z.number() })) });

/** ffuf requests paths that people forget on servers, and puts malformed values into every query. */
export function hiddenPlaces(targets: Targets, folder: string): Attack {
  const hits = async (url: string, words: string, ...how: string[]) => {
    const out = join(folder, "ffuf.json");
    const asked = ["-u", url, "-w", words, "-t", "10", "-s", "-of", "json", "-o", out, ...how];
    const { code, said } = await runTool(toolOf("ffuf"), asked, { withinS: 300, cwd: folder });
    if (code !== 0) throw new Error(`ended with ${code}. ${said.trim().split("\n").at(-1)}`);
    return Hits.parse(JSON.parse(readFileSync(out, "utf8"))).results;
  };
  const found = (url: string) =>
    hits(`${url}/FUZZ`, NAMES, "-mc", "200-299,301,302,307,401,403,500-599", "-fr", THE_PAGE);
  /** Values that fit on one line of a file. */
  const nasty = () => {
    const file = join(folder, "nasty.txt");
    writeFileSync(
      file,
      NASTY_TEXTS.filter((text) => text !== "")
        .map(inAddress)
        .join("\n"),
    );
    return file;
  };
  const failing = (url: string, ...how: string[]) => hits(url, nasty(), "-mc", "500-599", ...how);
  return {
    tool: "ffuf",
    planted: async () => {
      const { url } = await targets.weak();
      const places = await found(url);
      const failures = await failing(`${url}/rides?id=FUZZ`);
      return {
        "a folder of version control": places.some((hit) => hit.url.endsWith(HIDDEN_FILES)),
        "a query that makes the server fail": failures.length > 0,
      };
    },
    ours: async () => {
      const { url, token, ids } = await targets.ours();
      const places = (await found(url)).map((hit) => `${hit.url} answers ${hit.status}`);
      const bearer = ["-H", `Authorization: Bearer ${await token()}`];
      const lines: string[] = [];
      for (const { path, query } of apiCalls(ids).filter(
        ({ method, query }) => method === "GET" && query !== "",
      )) {
        const said = [...new URLSearchParams(query)];
        for (const [attacked] of said) {
          const others = new URLSearchParams(said.filter(([name]) => name !== attacked));
          const failures = await failing(
            `${url}${path}?${others.toString()}&${attacked}=FUZZ`,
            ...bearer,
          );
          lines.push(...failures.map((hit) => `${hit.url} answers ${hit.status}`));
        }
      }
      return [...places, ...lines];
    },
  };
}

/** Also lone surrogates, which a URL cannot contain otherwise. */
const inAddress = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80");
