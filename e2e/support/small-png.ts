import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS_MOST = 256;
const SHIFTS = [16, 8, 0] as const;

/**
 * The same picture with at most 256 colours, in about a third of the bytes. Accepts browser screenshots: 8 bits per
 * channel, not interlaced.
 */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const boxes = cut([...counts]);
  const indexOf = new Map(
    boxes.flatMap((box, index) => box.map(([colour]) => [colour, index] as const)),
  );
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, pixel] of pixels.entries()) {
    rows[at + Math.floor(at / width) + 1] = indexOf.get(pixel) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  const palette = Buffer.from(boxes.flatMap(meanOf));
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Each pixel as 0xRRGGBB. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const type = png[25];
  const channels = type === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, end));
  }
  const bytes = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, channels);
  const pixels = Uint32Array.from({ length: width * height }, (_, n) => {
    const at = n * channels;
    return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  });
  return { width, height, pixels };
}

/** Undoes the five filters of PNG (its specification, section 9), row by row. */
function unfiltered(filtered: Buffer, stride: number, step: number): Uint8Array {
  const rows = filtered.length / (stride + 1);
  const bytes = new Uint8Array(rows * stride);
  for (let row = 0; row < rows; row++) {
    const filter = filtered[row * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = row * stride + x;
      const left = x >= step ? (bytes[at - step] ?? 0) : 0;
      const up = row > 0 ? (bytes[at - stride] ?? 0) : 0;
      const corner = x >= step && row > 0 ? (bytes[at - stride - step] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      bytes[at] = (filtered[row * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return bytes;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
  if (a === undefined || b === undefined || c === undefined) return 0;
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Colours with their frequency. */
type Box = (readonly [colour: number, count: number])[];

/** Heckbert's median cut: halves the widest box, weighted by its pixels, until there are enough. */
function cut(colours: Box): Box[] {
  const boxes = [weighed(colours)];
  while (boxes.length < COLOURS_MOST) {
    const widest = boxes.reduce((most, box) => (box.weight > most.weight ? box : most));
    if (widest.box.length < 2) break;
    const inOrder = widest.box.toSorted(
      (a, b) => channelOf(a[0], widest.shift) - channelOf(b[0], widest.shift),
    );
    const half = inOrder.reduce((sum, [, count]) => sum + count, 0) / 2;
    let before = 0;
    const middle = inOrder.findIndex(([, count]) => (before += count) >= half);
    const at = Math.min(Math.max(middle, 1), inOrder.length - 1);
    boxes.splice(
      boxes.indexOf(widest),
      1,
      weighed(inOrder.slice(0, at)),
      weighed(inOrder.slice(at)),
    );
  }
  return boxes.map(({ box }) => box);
}

function weighed(box: Box): { box: Box; shift: number; weight: number } {
  const spans = SHIFTS.map((shift) => {
    const values = box.map(([colour]) => channelOf(colour, shift));
    return {
      shift,
      span:
        values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255),
    };
  });
  const { shift, span } = spans.reduce((most, other) => (other.span > most.span ? other : most));
  // The root keeps large plain areas from taking every colour.
  const weight =
    box.length < 2 ? 0 : span * Math.sqrt(box.reduce((sum, [, count]) => sum + count, 0));
  return { box, shift, weight };
}

const channelOf = (colour: number, shift: number) => (colour >> shift) & 0xff;

function meanOf(box: Box): number[] {
  const all = box.reduce((sum, [, count]) => sum + count, 0);
  return SHIFTS.map((shift) =>
    Math.round(
      box.reduce((sum, [colour, count]) => sum + channelOf(colour, shift) * count, 0) / all,
    ),
  );
}
