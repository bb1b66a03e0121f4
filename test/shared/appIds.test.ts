import { expect } from 'chai';
import { AppIds } from '../../shared/keys/appIds.ts';
import { newIdent } from '../../shared/values/idents.ts';

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;

describe('app ids', () => {
  it('are genuine where they were made, different, and short enough for clients', () => {
    const ids = Array.from({ length: 1_000 }, () => new AppIds(key).make());

    expect(new Set(ids)).to.have.property('size', 1_000);
    for (const id of ids) {
      expect(id).to.match(/^app_[0-9a-z]{26}[0-9a-f]{16}$/);
      expect(new AppIds(key).kindOf(id)).to.equal('genuine');
    }
  });

  it('are forged when a single character is another one', () => {
    const id = new AppIds(key).make();
    for (let index = 4; index < id.length; index += 1) {
      const changed = `${id.slice(0, index)}${id[index] === '0' ? '1' : '0'}${id.slice(index + 1)}`;
      expect(new AppIds(key).kindOf(changed), changed).to.equal('forged');
    }
  });

  it('are forged where they were made with another key', () => {
    expect(new AppIds(other).kindOf(new AppIds(key).make())).to.equal('forged');
  });

  it('stay genuine when the key is replaced and the former one kept', () => {
    const [before, after] = [new AppIds(key), new AppIds(other, key)];

    expect(after.kindOf(before.make())).to.equal('genuine');
    expect(after.kindOf(after.make())).to.equal('genuine');
    expect(before.kindOf(after.make())).to.equal('forged');
  });

  for (const id of [newIdent('app'), 'app_1', '', 'APP_', new AppIds(key).make().toUpperCase()])
    it(`tell nothing without a check part: ${id.slice(0, 8)}`, () => {
      expect(new AppIds(key).kindOf(id)).to.equal('unchecked');
    });
});
