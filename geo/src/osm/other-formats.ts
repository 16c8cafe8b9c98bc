/** First bytes of files that people mistake for an extract, and what to call them. */
const FORMATS: readonly (readonly [signature: string, name: string])[] = [
  ["\x1f\x8b", "gzip-compressed"],
  ["BZh", "bzip2-compressed (.osm.bz2)"],
  ["\xfd7zXZ", "xz-compressed"],
  ["PK\x03\x04", "a ZIP archive"],
  ["7z\xbc\xaf", "a 7-Zip archive"],
  ["\xff\xe0", "an O5M file"],
  ["PMTiles", "a PMTiles map"],
];
const MARKUP: readonly (readonly [start: RegExp, name: string])[] = [
  [/^<!doctype html|^<html/i, "a web page"],
  [/^<(\?xml|osm)/i, "XML (.osm)"],
  [/^[{[]/, "JSON"],
];

/** The format of a file by its first bytes, if it is a well-known one other than .osm.pbf. */
export function otherFormatOf(start: Buffer): string | undefined {
  const bytes = start.toString("latin1");
  const signature = FORMATS.find(([signature]) => bytes.startsWith(signature));
  if (signature) return signature[1];
  const text = start
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return MARKUP.find(([pattern]) => pattern.test(text))?.[1];
}
