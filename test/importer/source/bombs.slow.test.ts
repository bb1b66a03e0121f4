// @alone: it measures memory.
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ImportError } from '../../../importer/source/importError.ts';
import { openSource } from '../../../importer/source/source.ts';
import { drawing } from '../../support/random.ts';
import { temporaryFiles } from '../temporary.ts';

const seed = Number(process.env.BOMB_SEED ?? Math.floor(Math.random() * 1e6));

const mebibyte = 1_048_576;
const unpackedMebibytes = 256;
const maxGrowthMebibytes = 256;

/** The most characters of a row, and of a line of JSON. */
const maxRowLength = mebibyte;

describe(`files that unpack to ${unpackedMebibytes} MiB (BOMB_SEED=${seed})`, function () {
  this.timeout(120_000);
  // The collector runs late while the machine is busy; what needs too much memory needs it each time.
  this.retries(2);
  const files = temporaryFiles();
  const draw = drawing(seed);
  const length = maxRowLength - 2 + draw.below(5);
  const bombs: readonly (readonly [name: string, head: string, repeated: string])[] = [
    ['one line', '', 'x'.repeat(mebibyte)],
    ['an open quote', 'a;b\n"', `${'x'.repeat(1_000)}\n`.repeat(1_000)],
    ['quotes', 'a;b\n', '"'.repeat(mebibyte)],
    ['unclosed quotes', 'a;b\n', `"${'x'.repeat(1_000)};1\n`.repeat(1_000)],
    ['columns', '', ';'.repeat(mebibyte)],
    ['blank lines', 'a;b\n1;2\n', `${' '.repeat(1_000)}\n`.repeat(1_000)],
    ['rows near the limit', 'a;b\n', `${'x'.repeat(length - 2)};1\n`],
    ['quoted rows near the limit', 'a;b\n', `"${`${'x'.repeat(100)}\n`.repeat((length - 110) / 101)}";1\n`],
    ['an open object', '', '{"a":'.repeat(200_000)],
    ['objects near the limit', '', `{"a":"${'x'.repeat(length - 8)}"}\n`],
  ];
  for (const [name, head, repeated] of bombs)
    it(`with ${name} take at most ${maxGrowthMebibytes} MiB of memory`, async () => {
      const pieces = Math.ceil((unpackedMebibytes * mebibyte) / repeated.length);
      const piece = gzipSync(repeated);
      const file = files.write(
        'bomb.gz',
        Buffer.concat([gzipSync(head), ...Array.from({ length: pieces }, () => piece)]),
      );
      const before = process.memoryUsage.rss();
      let peak = before;
      const looking = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss());
      }, 5);

      await read(file).finally(() => clearInterval(looking));

      expect((peak - before) / mebibyte).to.be.below(maxGrowthMebibytes);
    });
});

/** Reads all rows, or as many as there are before the file is refused. */
async function read(file: string): Promise<void> {
  try {
    const source = await openSource(file);
    const rows = source.rows()[Symbol.asyncIterator]();
    while (!(await rows.next()).done);
    await source.close();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
}
