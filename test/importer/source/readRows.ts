import { ImportError } from '../../../importer/source/importError.ts';
import { openSource } from '../../../importer/source/source.ts';
import { peakMemory } from '../../support/peakMemory.ts';

// Reads all rows of a file, or as many as there are before it is refused, and prints the most bytes that this process had.

try {
  const source = await openSource(process.argv[2] as string);
  const rows = source.rows()[Symbol.asyncIterator]();
  while (!(await rows.next()).done);
  await source.close();
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
}
process.stdout.write(`${peakMemory()}`);
