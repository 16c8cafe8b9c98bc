import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A picture of two halves, red on the left and blue on the right, as JPEG unless said. */
export function halves(width: number, height: number) {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const };
  const red = { create: { ...half, background: "#f00" } };
  const blue = { width, height, channels: 3 as const, background: "#00f" };
  return sharp({ create: blue }).composite([{ input: red, left: 0, top: 0 }]);
}

/** What a phone writes into its pictures: where it was, whose it is, and that it was held upright. */
export const fromPhone = (width: number, height: number): Promise<Buffer> =>
  halves(width, height)
    .withExif({
      IFD0: { Make: "Canary", Model: "Phone 7", Copyright: "Ada Canaryname" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 59/1 45/1", GPSLongitudeRef: "E", GPSLongitude: "7/1 51/1 8/1" },
    })
    .withMetadata({ orientation: 6 })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>canary of a place</x:xmpmeta>")
    .jpeg()
    .toBuffer();

/** A few kilobytes that unfold into `side` × `side` black or white pixels. */
export function bomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The colour at a point of a picture, its channels rounded to none or full. */
export async function colourAt(picture: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...pixel].map((channel) => (channel > 127 ? "f" : "0")).join("");
}
