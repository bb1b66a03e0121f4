/** Lets a process whose terminal was closed stop in order: it can say nothing any more, and must not end of that. */
export function surviveClosedTerminal(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
