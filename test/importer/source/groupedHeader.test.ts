import { expect } from 'chai';
import { groupedHeader } from '../../../importer/source/groupedHeader.ts';

const read = (...lines: readonly string[]) =>
  groupedHeader(lines.map((line, index) => ({ line: index + 1, values: line.split(';') })))?.values.join(';');

const record = 'K-1;Anna;Weg 1;Bert;Weg 2';

describe('header of two lines', () => {
  it('puts the group before its names, also if the upper line is shorter', () => {
    const names = read(';Billing;;Delivery;;Contact', 'No.;Name;Street;Name;Street;Phone;E-mail', record);

    expect(names).to.equal('No.;Billing Name;Billing Street;Delivery Name;Delivery Street;Phone;E-mail');
  });

  it('puts it before names that do not repeat, too, if others of the group do', () => {
    const names = read(';Billing;;;Delivery;;;', 'No.;Name;Zip;City;Company;Zip;City;Phone 2', record);

    expect(names).to.equal(
      'No.;Billing Name;Billing Zip;Billing City;Delivery Company;Delivery Zip;Delivery City;Delivery Phone 2',
    );
  });

  it('may have columns without names', () => {
    const names = read(';Billing;;;Delivery;;;', 'No.;Name;Street;;Name;Street;;', record);

    expect(names).to.equal('No.;Billing Name;Billing Street;;Delivery Name;Delivery Street;;');
  });

  it('has columns of one cell that reaches over both lines', () => {
    const names = read('No.;Billing;;Delivery;', ';Name;Street;Name;Street', record);

    expect(names).to.equal('No.;Billing Name;Billing Street;Delivery Name;Delivery Street');
  });

  it('is none if one name repeats, such as that of an empty column', () => {
    expect(read(';Billing;;;', 'No.;Name;Street;Name;City', record)).to.equal(undefined);
  });

  it('is none if the lower line may be a record', () => {
    expect(read('No.;Name;;;', '1;Anna;Weg;Anna;Weg', record)).to.equal(undefined);
    expect(read('No.;Name;;;', 'A;Anna;Weg;Anna;Weg')).to.equal(undefined);
  });

  it('is none if the groups do not tell the names apart', () => {
    expect(read('List of customers;;;;', 'No.;Name;Street;Name;Street', record)).to.equal(undefined);
    expect(read('No.;Name;Street;Name;', 'No.;Name;Street;Name;Street', record)).to.equal(undefined);
  });
});
