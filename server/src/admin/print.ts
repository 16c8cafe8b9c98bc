/** Prints the result of a command. */
export function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
