import { expect } from 'chai';
import { openSource } from '../../../importer/source/source.ts';
import { type Drawing, drawing } from '../../support/random.ts';
import { temporaryFiles } from '../temporary.ts';
import { type Cell, odsOf, odsTable, odsValue, shared, styled, xlsxOf } from '../workbooks.ts';

const first = Number(process.env.SHEET_SEED ?? Math.floor(Math.random() * 1e6));
const seeds = Array.from({ length: 60 }, (_, index) => first + index);

const letters = [...'aäß€ &<>"\'0123456789', '\n', '😀', '_x0041_', '  '];
const formats = ['0.00', '#,##0.00\\ "€"', '00000', '0%', 'dd.mm.yyyy', '@'];

/** A cell as two programs write it, and the text that it means. */
interface Drawn {
  readonly xlsx: Cell;
  readonly ods: Cell;
  readonly text: string;
}

/** Draws a cell of some type; the model knows its text without reading it. */
function drawCell(draw: Drawing, sharedStrings: string[]): Drawn {
  const whole = draw.below(100_000);
  const cents = `${whole}.${draw.below(9) + 1}`;
  const float = (value: string) => `office:value-type="float" office:value="${value}"`;
  switch (draw.below(8)) {
    case 0:
      return { xlsx: undefined, ods: undefined, text: '' };
    case 1:
      return {
        xlsx: styled(1, cents),
        ods: odsValue(float(cents), `${cents.replace('.', ',')}0`),
        text: cents,
      };
    case 2: {
      const text = `${cents} €`;
      return { xlsx: styled(2, cents), ods: odsValue(float(cents), `${cents.replace('.', ',')}0 €`), text };
    }
    case 3: {
      const text = String(whole).padStart(5, '0');
      return { xlsx: styled(3, whole), ods: odsValue(float(String(whole)), text), text };
    }
    case 4: {
      const share = whole % 101;
      const value = (share / 100).toString();
      const ods = odsValue(`office:value-type="percentage" office:value="${value}"`, `${share}%`);
      return { xlsx: styled(4, value), ods, text: `${share}%` };
    }
    case 5: {
      const days = 61 + (whole % 60_000);
      const text = new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
      const [year, month, day] = text.split('-');
      const ods = odsValue(`office:value-type="date" office:date-value="${text}"`, `${day}.${month}.${year}`);
      return { xlsx: styled(5, days), ods, text: `${text}\u2005` };
    }
    default: {
      const text = draw.text(letters, 12).replace(/\s+/g, ' ').trim();
      const isShared = draw.below(2) === 0;
      const coded = text.replaceAll('_x', '_x005F_x');
      const xml = coded.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      if (isShared) sharedStrings.push(`<t xml:space="preserve">${xml}</t>`);
      return {
        xlsx: text === '' ? undefined : isShared ? shared(sharedStrings.length - 1) : coded,
        ods: text,
        text,
      };
    }
  }
}

describe(`random sheets (SHEET_SEED=${first})`, () => {
  const files = temporaryFiles();

  async function read(file: string) {
    const source = await openSource(file);
    const rows: string[][] = [];
    for await (const chunk of source.rows())
      rows.push(...chunk.map(({ line, values }) => [String(line), ...values]));
    await source.close();
    return rows;
  }

  it('are read as their model says, from Excel and LibreOffice', async () => {
    for (const seed of seeds) {
      const draw = drawing(seed);
      const sharedStrings: string[] = [];
      const width = 1 + draw.below(8);
      const header = Array.from({ length: width }, (_, index) => `Spalte ${'abcdefgh'[index]}`);
      const rows = Array.from({ length: 1 + draw.below(40) }, () => [
        ...Array.from({ length: width - 1 }, () => drawCell(draw, sharedStrings)),
        drawCell(drawing(seed * 7 + 1), sharedStrings),
      ]);
      const expected = rows
        .map((cells, index) => [String(index + 2), ...cells.map(({ text }) => text)])
        .filter(([, ...values]) => values.some((value) => value !== ''));
      if (expected.length === 0) continue;

      const table = (program: 'xlsx' | 'ods') => [
        header,
        ...rows.map((cells) => cells.map((cell) => cell[program])),
      ];
      const excel = files.write(
        'list.xlsx',
        xlsxOf([{ name: 'A', rows: table('xlsx') }], { formats, sharedStrings }),
      );
      const office = files.write('list.ods', odsOf(odsTable('A', table('ods'))));

      expect(await read(excel), `seed ${seed}, Excel`).to.deep.equal(expected);
      expect(await read(office), `seed ${seed}, LibreOffice`).to.deep.equal(expected);
    }
  });
});
