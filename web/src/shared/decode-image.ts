/** Decodes a picture with its orientation applied. Rejects if this browser cannot show the file. */
export async function decodeImage(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
