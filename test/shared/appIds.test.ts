import { expect } from 'chai';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { AppIds } from '../../shared/secrets/appIds.ts';

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;

describe('app ids', () => {
  it('are genuine where they were made, different, and short enough for clients', () => {
    const ids = Array.from({ length: 1_000 }, () => new AppIds(key).make());

    expect(new Set(ids)).to.have.property('size', 1_000);
    for (const id of ids) {
      expect(id).to.match(/^app_[0-9a-z]{26}[0-9a-f]{16}$/);
      expect(new AppIds(key).isGenuine(id)).to.equal(true);
    }
  });

  it('are forged when a single character is another one', () => {
    const id = new AppIds(key).make();
    for (let index = 4; index < id.length; index += 1) {
      const changed = `${id.slice(0, index)}${id[index] === '0' ? '1' : '0'}${id.slice(index + 1)}`;
      expect(new AppIds(key).isGenuine(changed), changed).to.equal(false);
    }
  });

  it('are forged where they were made with another key', () => {
    expect(new AppIds(other).isGenuine(new AppIds(key).make())).to.equal(false);
  });

  it('stay genuine when the key is replaced and the former one kept', () => {
    const [before, after] = [new AppIds(key), new AppIds(other, key)];

    expect(after.isGenuine(before.make())).to.equal(true);
    expect(after.isGenuine(after.make())).to.equal(true);
    expect(before.isGenuine(after.make())).to.equal(false);
  });

  for (const id of [newIdent('app'), 'app_1', '', 'APP_', new AppIds(key).make().toUpperCase()])
    it(`are forged without a check part: ${id.slice(0, 8)}`, () => {
      expect(new AppIds(key).isGenuine(id)).to.equal(false);
    });
});
