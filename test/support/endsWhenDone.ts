/**
 * Ends the process when nothing is left to do. Left to itself, Node 20 may then spin for ever where it cleans up after
 * sockets that were reset.
 */
export function endsWhenDone(): void {
  process.once('beforeExit', () => process.exit());
}
