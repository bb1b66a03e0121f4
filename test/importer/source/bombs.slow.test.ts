import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { drawing } from '../../support/random.ts';
import { temporaryFiles } from '../temporary.ts';

const seed = Number(process.env.BOMB_SEED ?? Math.floor(Math.random() * 1e6));

const mebibyte = 1_048_576;
const unpackedMebibytes = 256;
/** Half of what the files unpack to. A process that needs more ends. Node 20 needs 64 MiB, later releases more. */
const heapMebibytes = 128;
/**
 * Limit of the whole process: Node, the importer and its buffers. A process that kept the file would need 80 MiB more than what
 * it unpacks to. On a busy machine, Node 24 frees buffers late: 269 MiB were measured.
 */
const maxMebibytes = 320;
const program = [
  `--max-old-space-size=${heapMebibytes}`,
  '--import',
  'tsx',
  'test/importer/source/readRows.ts',
];

/** The most characters of a row, and of a line of JSON. */
const maxRowLength = mebibyte;

describe(`files that unpack to ${unpackedMebibytes} MiB (BOMB_SEED=${seed}) (unpacks large files)`, function () {
  this.timeout(120_000);
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
    it(`with ${name} are read with a heap of ${heapMebibytes} MiB`, async () => {
      const pieces = Math.ceil((unpackedMebibytes * mebibyte) / repeated.length);
      const piece = gzipSync(repeated);
      const file = files.write(
        'bomb.gz',
        Buffer.concat([gzipSync(head), ...Array.from({ length: pieces }, () => piece)]),
      );

      const { stdout } = await promisify(execFile)(process.execPath, [...program, file]);

      expect(Number(stdout) / mebibyte).to.be.below(maxMebibytes);
    });
});
