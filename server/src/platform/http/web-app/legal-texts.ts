import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LegalPageName, legalPageNames, legalTextPath } from "@commonlane/contract/community";
import type { FastifyInstance } from "fastify";

export type LegalTexts = ReadonlyMap<LegalPageName, string>;

/**
 * Reads the operator's own legal texts, by page. Throws if the folder contains none or an empty one, so that no page is
 * blank by mistake.
 */
export function readLegalTexts(folder: string | undefined): LegalTexts {
  if (folder === undefined) return new Map();
  const texts = legalPageNames.flatMap((page): [LegalPageName, string][] => {
    const file = join(folder, `${page}.md`);
    return existsSync(file) ? [[page, readFileSync(file, "utf8")]] : [];
  });
  const [emptyPage] = texts.find(([, text]) => text.trim() === "") ?? [];
  if (emptyPage) throw new Error(`LEGAL_DIR: ${emptyPage}.md is empty.`);
  if (texts.length === 0) throw new Error(`LEGAL_DIR: ${folder} holds neither ${legalPageNames.join(".md nor ")}.md.`);
  return new Map(texts);
}

/** Serves the texts as they were at the start. */
export function serveLegalTexts(http: FastifyInstance, texts: LegalTexts): void {
  for (const [page, text] of texts) {
    http.get(legalTextPath(page), (_, reply) =>
      reply.type("text/markdown; charset=utf-8").header("cache-control", "no-cache").send(text),
    );
  }
}
