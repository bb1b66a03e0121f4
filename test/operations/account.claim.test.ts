import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { callOf } from '../support/calls.ts';
import { setRunner } from '../support/setRunners.ts';

describe('account.claim', () => {
  it('accepts a key for one request: the same one again, and no other', async () => {
    const { id } = await newAccount();
    const claim = async (fingerprint: string) => {
      const [reply] = await setRunner('account.claim').run([
        callOf('account.claim', id, {}, { key: `key-${id}`, fingerprint }),
      ]);
      return reply?.code;
    };

    expect(await claim('one')).to.equal('');
    expect(await claim('one')).to.equal('');
    expect(await claim('other')).to.equal('idempotency_key_reused');
  });
});
