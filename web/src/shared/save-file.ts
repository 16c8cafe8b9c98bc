/** Lets the browser save a file under this name. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Later, because some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
