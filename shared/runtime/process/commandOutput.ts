export function print(result: unknown, asJson: boolean | undefined, text: string): void {
  process.stdout.write(`${asJson ? JSON.stringify(result) : printable(text)}\n`);
}

/** Writes to standard error: standard output is for results. */
export function printLine(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

/** Replaces characters that would control the terminal: names in files and records of others may have them. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, '\uFFFD');
}
