import { expect } from 'chai';
import { rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('import faults of a row', () => {
  const files = temporaryFiles();
  const long = 'x'.repeat(3_000_000);
  const fields = (count: number) =>
    `has ${count} value${count === 1 ? '' : 's'}, but the header has 2 columns`;

  const broken: [string, string, [number, string | undefined][]][] = [
    [
      'too many values',
      'a,b\n1,2,3\n4,5\n',
      [
        [2, fields(3)],
        [3, undefined],
      ],
    ],
    [
      'too few values',
      'a,b\n1\n4,5\n',
      [
        [2, fields(1)],
        [3, undefined],
      ],
    ],
    [
      'a quote never closed',
      'a,b\n1,"2\n3,4\n5,6\n',
      [
        [2, 'has a quote that is never closed'],
        [3, undefined],
        [4, undefined],
      ],
    ],
    [
      'a quote inside of quotes',
      'a,b\n1,"say "hi" now"\n3,4\n',
      [
        [2, 'has a quote inside a quoted value that is not doubled'],
        [3, undefined],
      ],
    ],
    [
      'a quote inside over two lines',
      'a,b\n1,"say "hi\n now"\n3,4\n',
      [
        [2, 'has a quote inside a quoted value that is not doubled (up to line 3)'],
        [4, undefined],
      ],
    ],
    [
      'a row of three megabytes',
      `a,b\n1,${long}\n3,4\n`,
      [
        [2, 'is longer than 1 MiB: is a quote not closed?'],
        [3, undefined],
      ],
    ],
    [
      'a quoted row of three megabytes',
      `a,b\n1,"${long}"\n3,4\n`,
      [
        [2, 'is longer than 1 MiB: is a quote not closed?'],
        [3, undefined],
      ],
    ],
    [
      'a lost quote before two megabytes',
      `a,b\n1,"2\n${'3,4\n'.repeat(500_000)}`,
      [
        [2, 'is longer than 1 MiB: is a quote not closed?'],
        [3, undefined],
        [4, undefined],
      ],
    ],
  ];
  for (const [name, text, expected] of broken)
    it(`tells of ${name}, and reads on`, async () => {
      const rows = await rowsOf(files.write('rows.csv', text));

      expect(rows.slice(0, expected.length).map(({ line, fault }) => [line, fault?.message])).to.deep.equal(
        expected,
      );
      expect(rows.at(-1)?.line).to.equal(text.split('\n').length - 1);
      expect(rows.filter(({ fault }) => fault)).to.have.length(1);
    });

  it('leaves blank lines, and lines of delimiters only, out', async () => {
    const rows = await rowsOf(files.write('blank.csv', '\n,,\na,b\n\n,\n1,2\n,,,\n , \n'));

    expect(rows).to.deep.equal([{ line: 6, values: ['1', '2'] }]);
  });

  it('tells of bytes that are not of the encoding, behind what was looked at', async () => {
    const ascii = Buffer.from(`a,b\n${'12345678,abcdefg\n'.repeat(80_000)}`);
    const rows = await rowsOf(
      files.write('late.csv', Buffer.concat([ascii, Buffer.from('1,T\xfcr,\n2,ok\n', 'latin1')])),
    );

    expect(rows.filter(({ fault }) => fault)).to.deep.equal([
      {
        line: 80_002,
        values: ['1', 'T\uFFFDr'],
        fault: {
          code: 'row_encoding',
          message: 'is not UTF-8, as the file seemed to be: give its encoding, such as windows-1252',
        },
      },
    ]);
  });

  it('tells of lines that are no JSON object, too long, or have a new key', async () => {
    const objects = '{"a":1}\n'.repeat(1000);
    const file = files.write(
      'rows.jsonl',
      `${objects}[1]\n{"a":\n{"a":"${long}"}\n{"b":2}\n{"a":12345678901234567890}\n{"a":2}\n`,
    );
    const rows = (await rowsOf(file)).slice(1000);

    expect(rows.map(({ line, fault }) => [line, fault?.code])).to.deep.equal([
      ...[
        [1001, 'row_json'],
        [1002, 'row_json'],
        [1003, 'row_too_long'],
        [1004, 'row_key'],
        [1005, 'row_json'],
      ],
      [1006, undefined],
    ]);
    expect(rows[4]?.fault?.message).to.equal(
      'is no JSON: the number in "a" has too many digits: put it in quotes',
    );
  });
});
