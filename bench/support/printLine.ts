/** One calm line for a person; standard output is for the results. */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
