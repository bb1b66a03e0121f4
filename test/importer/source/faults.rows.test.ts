import { expect } from 'chai';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: broken rows (reads large files)', () => {
  const files = temporaryFiles();
  const long = 'x'.repeat(3_000_000);

  const broken: [string, string, [number, string | undefined][]][] = [
    [
      'too many values',
      'a,b\n1,2,3\n4,5\n',
      [
        [
          2,
          'the row has 3 values, but the header has 2 columns: put values that contain the delimiter in quotes',
        ],
        [3, undefined],
      ],
    ],
    [
      'too few values',
      'a,b\n1\n4,5\n',
      [
        [2, 'the row has 1 value, but the header has 2 columns: the row may be cut off'],
        [3, undefined],
      ],
    ],
    [
      'a quote never closed',
      'a,b\n1,"2\n3,4\n5,6\n',
      [
        [2, 'the row has a quote (") that is never closed'],
        [3, undefined],
        [4, undefined],
      ],
    ],
    [
      'a quote inside a quoted value',
      'a,b\n1,"say "hi" now"\n3,4\n',
      [
        [2, 'the row has a quote (") inside a quoted value: write it twice ("")'],
        [3, undefined],
      ],
    ],
    [
      'a quote inside a quoted value of two lines',
      'a,b\n1,"say "hi\n now"\n3,4\n',
      [
        [2, 'the row has a quote (") inside a quoted value: write it twice ("") (the row ends in line 3)'],
        [4, undefined],
      ],
    ],
    [
      'a blank before a quote',
      'a,b,c\n1, "x",3\n4, y,"6"\n',
      [
        [
          2,
          'the row has a blank between a delimiter and a quote ("): remove the blanks before opening quotes',
        ],
        [3, undefined],
      ],
    ],
    [
      'a blank before quotes around a delimiter',
      'a,b,c\n1, "x, y"\n4, "y" z,6" x\n',
      [
        [
          2,
          'the row has a blank between a delimiter and a quote ("): remove the blanks before opening quotes',
        ],
        [3, undefined],
      ],
    ],
    [
      'a row of three megabytes',
      `a,b\n1,${long}\n3,4\n`,
      [
        [2, 'the row is longer than 1 MiB: look for a quote (") that is never closed'],
        [3, undefined],
      ],
    ],
    [
      'a quoted row of three megabytes',
      `a,b\n1,"${long}"\n3,4\n`,
      [
        [2, 'the row is longer than 1 MiB: look for a quote (") that is never closed'],
        [3, undefined],
      ],
    ],
    [
      'a quote never closed before two megabytes',
      `a,b\n1,"2\n${'3,4\n'.repeat(500_000)}`,
      [
        [2, 'the row is longer than 1 MiB: look for a quote (") that is never closed'],
        [3, undefined],
        [4, undefined],
      ],
    ],
  ];
  for (const [name, text, expected] of broken)
    it(`reports ${name}, and continues`, async () => {
      const rows = await rowsOf(files.write('rows.csv', text));

      expect(rows.slice(0, expected.length).map(({ line, fault }) => [line, fault?.message])).to.deep.equal(
        expected,
      );
      expect(rows.at(-1)?.line).to.equal(text.split('\n').length - 1);
      expect(rows.filter(({ fault }) => fault)).to.have.length(1);
    });

  it('names the blank before the quotes of a header', async () => {
    const { message } = await importError(() => rowsOf(files.write('head.csv', '"a"; "b"\n"1"; "2"\n')));

    expect(message).to.match(/line 1 \(header\): the row has a blank between a delimiter and a quote/);
  });

  it('skips blank lines, and lines with only delimiters', async () => {
    const rows = await rowsOf(files.write('blank.csv', '\n,,\na,b\n\n,\n1,2\n,,,\n , \n'));

    expect(rows).to.deep.equal([{ line: 6, values: ['1', '2'] }]);
  });

  it('reports bytes that the detected encoding does not have', async () => {
    const ascii = Buffer.from(`a,b\n${'12345678,abcdefg\n'.repeat(80_000)}`);
    const rows = await rowsOf(
      files.write('late.csv', Buffer.concat([ascii, Buffer.from('1,T\xfcr\n2,ok\n', 'latin1')])),
    );

    expect(rows.filter(({ fault }) => fault)).to.deep.equal([
      {
        line: 80_002,
        values: ['1', 'Tür'],
        fault: {
          code: 'row_encoding',
          message:
            'the row is not UTF-8, unlike others of the file: --encoding utf-8,windows-1252 reads each line as what it is',
        },
      },
    ]);
  });

  it('reports lines that are not JSON objects, too long, or have an unknown key', async () => {
    const objects = '{"a":1}\n'.repeat(1000);
    const file = files.write(
      'rows.jsonl',
      `${objects}[1]\n{"a":\n{"a":"${long}"}\n{"b":2}\n{"a":12345678901234567890}\n{"a":2}\n`,
    );
    const rows = (await rowsOf(file)).slice(1000);

    expect(rows.map(({ line, fault }) => [line, fault?.code])).to.deep.equal([
      [1001, 'row_json'],
      [1002, 'row_json'],
      [1003, 'row_too_long'],
      [1004, 'row_key'],
      [1005, 'row_json'],
      [1006, undefined],
    ]);
    expect(rows.map(({ fault }) => fault?.message)).to.deep.equal([
      'not a JSON object: each line must be one, such as {"a": 1}',
      'not valid JSON: Unexpected end of JSON input',
      'the line is longer than 1 MiB: only its first 1000 characters are kept',
      'unknown key "b": none of the first 1000 objects has it; add it to the first one, as null',
      'the number in "a" has too many digits to be read exactly: put it in quotes',
      undefined,
    ]);
  });
});
