import { PbfReader } from "pbf";
import { readBlobs } from "./read-blobs.ts";

/** Fields of a group of elements, and of those the one with the metadata. */
const DENSE_NODES = 2;
const METADATA_FIELDS: Readonly<Record<number, number>> = {
  1: 4,
  2: 5,
  3: 4,
  4: 4,
};
const TIMESTAMP_FIELD = 2;

/**
 * When the last element of an extract was changed, which is about its age; undefined if the extract leaves that out.
 * For extracts whose header does not say it. @throws ExtractError
 */
export async function readNewestChange(
  file: string,
  signal?: AbortSignal,
): Promise<Date | undefined> {
  let newestMs = 0;
  for await (const blob of readBlobs(file, signal))
    if (blob.type === "OSMData") newestMs = Math.max(newestMs, newestOf(blob.data));
  return newestMs > 0 ? new Date(newestMs) : undefined;
}

function newestOf(data: Uint8Array): number {
  const pbf = new PbfReader(data);
  let newest = 0;
  let granularityMs = 1000;
  const readMetadata = (isDense: boolean): void => {
    pbf.readMessage((field) => {
      if (field !== TIMESTAMP_FIELD) return;
      if (!isDense) newest = Math.max(newest, pbf.readVarint());
      else {
        // Each value is the difference to the one before.
        let value = 0;
        for (const difference of pbf.readPackedSVarint())
          newest = Math.max(newest, (value += difference));
      }
    }, undefined);
  };
  pbf.readFields((field) => {
    if (field === 18) granularityMs = pbf.readVarint();
    if (field !== 2) return;
    pbf.readMessage((type) => {
      const metadata = METADATA_FIELDS[type];
      if (metadata === undefined) return;
      pbf.readMessage((field) => {
        if (field === metadata) readMetadata(type === DENSE_NODES);
      }, undefined);
    }, undefined);
  }, undefined);
  return newest * granularityMs;
}
