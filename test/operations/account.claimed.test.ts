import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { callOf } from '../support/calls.ts';
import { setRunner } from '../support/setRunners.ts';
import { storedRows } from '../support/stored.ts';

describe('account.claimed', () => {
  it('answers whether a key was used for another request, and remembers nothing', async () => {
    const [{ id }, stranger] = [await newAccount(), await newAccount()];
    const key = `key-${id}`;
    const ask = async (account: number, fingerprint: string) => {
      const call = callOf('account.claimed', account, { key, fingerprint });
      return (await setRunner('account.claimed').run([call]))[0]?.code;
    };
    expect(await ask(id, 'one')).to.equal('');
    expect(await storedRows('inbox', id)).to.have.length(0);

    await setRunner('account.claim').run([callOf('account.claim', id, {}, { key, fingerprint: 'one' })]);

    expect(await ask(id, 'one')).to.equal('');
    expect(await ask(id, 'other')).to.equal('key_used');
    expect(await ask(stranger.id, 'other')).to.equal('');
  });
});
