/** Reads the text of a response. @throws Error if it is longer than `maxBytes`; the rest is not read. */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return "";
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error(`The response is longer than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
