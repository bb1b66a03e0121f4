import { expect } from 'chai';
import { decodeTime } from 'ulid';
import { newId, newIdent } from '../../shared/contract/values/idents.ts';

const ulid = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Tests docs/api.md#fields, "Idents". */
describe('idents', () => {
  for (const prefix of ['cus', 'adr', 'art', 'ord', 'acc', 'app'] as const) {
    it(`of ${prefix} are the prefix and a ULID in lower case, short enough for clients`, () => {
      const ident = newIdent(prefix);

      expect(ident.slice(0, 4)).to.equal(`${prefix}_`);
      expect(ident.slice(4)).to.match(ulid);
      expect(ident.length).to.be.at.most(64);
    });
  }

  it('tell when they were made', () => {
    const before = Date.now();

    const made = decodeTime(newId().toUpperCase());

    expect(made).to.be.within(before, Date.now());
  });

  it('are unique and sort as they were made, many of them in a millisecond', () => {
    const ids = Array.from({ length: 100_000 }, newId);

    expect(new Set(ids)).to.have.property('size', 100_000);
    expect(ids.toSorted()).to.deep.equal(ids);
    for (const id of ids) if (!ulid.test(id)) expect.fail(id);
  });
});
