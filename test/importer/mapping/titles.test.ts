import { expect } from 'chai';
import { inputs, tables } from '../records.ts';

describe('importer: forms of address that may mean several people', () => {
  const table = tables();
  const titlesOf = async (name: string, values: readonly string[]) => {
    const lines = values.map((value, index) => `K${index};${value};Kim;Beck`);
    const rows = await table.rows(
      'customers',
      `Kundennummer;${name};Vorname;Nachname\n${lines.join('\n')}\n`,
    );
    return rows.map((row) => ('input' in row ? row.input.bill_title : 'fault' in row && row.fault.message));
  };
  const asked = (value: string, as: string) => {
    const meaning = `bill_title:${value}=${as}`;
    const option = /[^\w:=]/.test(meaning) ? `"${meaning}"` : meaning;
    const titles = as === 'TITLE' ? ' (Mr, Mrs, company, family, none, …)' : '';
    return `bill_title: unknown title "${value}": say what it means${titles}, such as --value ${option}`;
  };

  it('asks who is meant by a choice of two', async () => {
    const values = ['Herr/Frau', 'Hr./Fr.', 'Mr/Mrs', 'M./Mme', 'Herr oder Frau', 'm/w/d'];

    expect(await titlesOf('Anrede', values)).to.deep.equal(values.map((value) => asked(value, 'none')));
  });

  it('takes two people for a couple', async () => {
    const values = ['Herr und Frau', 'Hr. & Fr.', 'Frau u. Herr', 'M. et Mme', 'Mr & Mrs', 'Sig. e Sig.ra'];

    expect(await titlesOf('Anrede', values)).to.deep.equal(values.map(() => 5));
  });

  it('reads a single letter only if the others of its column leave no other meaning', async () => {
    expect(await titlesOf('Geschlecht', ['m', 'w', 'd'])).to.deep.equal([0, 1, 2]);
    expect(await titlesOf('sesso', ['M', 'F', 'M.'])).to.deep.equal([0, 1, 0]);
    for (const values of [
      ['H', 'M'],
      ['H', 'D', 'F'],
    ])
      expect(await titlesOf('sexo', values)).to.deep.equal(values.map((value) => asked(value, 'TITLE')));
    expect(await titlesOf('gender', ['M', 'D'])).to.deep.equal([0, asked('D', 'TITLE')]);
  });

  it('knows a column by both words', async () => {
    expect(await titlesOf('Herr/Frau', ['Herr', 'Frau'])).to.deep.equal([0, 1]);
  });

  it('asks about numbers', async () => {
    const rows = await table.rows('customers', 'Kundennummer;Anrede;Nachname\nK1;1;Beck\nK2;2;Dix\n');

    expect(inputs(rows)).to.deep.equal([]);
  });
});
