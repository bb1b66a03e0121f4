import { expect } from 'chai';
import { CsvReader } from '../../../importer/source/csvReader.ts';

describe('CsvReader', () => {
  const texts = [
    'a,b\r\n1,"x\r\ny"\r\n"say ""hi""",2\r\n',
    'a,b\n\n"",""\n",",3\n" x" ,y',
    'a\r1\r\r2',
    'a,b\n1,"never closed\n2,3\n',
    'a,b\n"wrong "quotes" here",1\n4,5\n',
    'a,b\n"closed at the end",""""',
    'ä,€\n😀,"😀\n😀"\n',
  ];
  for (const text of texts)
    it(`reads ${JSON.stringify(text)} the same way, wherever it is cut`, () => {
      const whole = rowsOf([text]);

      for (let cut = 1; cut < text.length; cut += 1)
        expect(rowsOf([text.slice(0, cut), text.slice(cut)]), `cut at ${cut}`).to.deep.equal(whole);
      expect(rowsOf([...text].map((character) => character))).to.deep.equal(whole);
    });

  it('reads quotes as text when quoting is off', () => {
    const reader = new CsvReader({ delimiter: '\t', quotes: false });

    expect([...reader.read('"a\tb"\n'), ...reader.end()]).to.deep.equal([{ line: 1, values: ['"a', 'b"'] }]);
  });
});

function rowsOf(pieces: readonly string[]) {
  const reader = new CsvReader({ delimiter: ',', quotes: true });
  return [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
}
