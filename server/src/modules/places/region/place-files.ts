import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { constants, createBrotliCompress } from "node:zlib";

/** Rows per write; a row is about 100 bytes. */
const BATCH_ROWS = 2000;
/** Higher levels take several times as long for a few percent. */
const BROTLI_LEVEL = 5;

/** A file of lines packed with Brotli, written in a stream. */
export class LineFile {
  readonly #packer = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL },
  });
  readonly #done: Promise<void>;
  #batch: string[] = [];
  #rows = 0;

  constructor(file: string) {
    const output = createWriteStream(file);
    this.#packer.on("error", (error) => output.destroy(error));
    this.#done = finished(this.#packer.pipe(output));
    // Reported by `close`.
    this.#done.catch(() => {});
  }

  get rows(): number {
    return this.#rows;
  }

  async write(line: string): Promise<void> {
    this.#rows++;
    this.#batch.push(line);
    if (this.#batch.length >= BATCH_ROWS) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    this.#packer.end();
    await this.#done;
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const text = `${this.#batch.join("\n")}\n`;
    this.#batch = [];
    if (this.#packer.write(text)) return;
    // A failed output ends the wait.
    await Promise.race([new Promise((resolve) => this.#packer.once("drain", resolve)), this.#done]);
  }
}

/** A row of `place-areas.tsv.br`: the towns, districts and the postcode by which a place of a region is looked for. */
export interface PlaceAreasRecord {
  readonly placeId: number;
  readonly postcode: string;
  readonly areas: readonly string[];
}

const SEPARATORS = /[\t\n\r|\\]+/gu;
const clean = (text: string) => text.replaceAll(SEPARATORS, " ").trim();

export const formatPlaceAreas = ({ placeId, postcode, areas }: PlaceAreasRecord): string =>
  [placeId, clean(postcode), areas.map(clean).join("|")].join("\t");

/** @throws Error if the line is not one that `formatPlaceAreas` writes. */
export function parsePlaceAreas(line: string): PlaceAreasRecord {
  const [id = "", postcode = "", areas = "", ...more] = line.split("\t");
  const placeId = Number(id);
  if (id === "" || !Number.isSafeInteger(placeId) || more.length > 0)
    throw new Error(`not areas: ${line.slice(0, 200)}`);
  return {
    placeId,
    postcode,
    areas: areas === "" ? [] : areas.split("|"),
  };
}
