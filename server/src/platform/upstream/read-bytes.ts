/** Reads a body. @throws Error if it is longer than `maxBytes`; the rest is not read. */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error(`The reply has more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Reads the text of a response, like `readBytes`. */
export async function readText({ body }: Response, maxBytes: number): Promise<string> {
  return body ? (await readBytes(body, maxBytes)).toString("utf8") : "";
}
