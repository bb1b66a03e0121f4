import { expect } from 'chai';
import { sharedAccount } from '../../support/fixtures.ts';
import { type Difference, post } from '../../support/rawRequest.ts';

describe('method of the envelope', () => {
  const account = sharedAccount();

  const refusedAt: readonly [string, Difference][] = [
    ['the path', { path: '/elsewhere' }],
    ['the verb', { verb: 'PUT' }],
    ['the size', { body: ' '.repeat(1_048_577) }],
    ['the content type', { headers: { 'Content-Type': 'text/plain' } }],
    ['the signature', { headers: { 'X-Svc-Hmac': 'nobody' } }],
    ['the method', {}],
  ];
  for (const [what, difference] of refusedAt) {
    it(`is cut to 64 characters, when ${what} is refused`, async () => {
      expect(await methodOf({ ...difference, method: `${'x'.repeat(63)}yz` })).to.equal(`${'x'.repeat(63)}y`);
    });

    it(`is empty when none was sent and ${what} is refused`, async () => {
      const headers = { ...difference.headers, 'X-Svc-Method': undefined };

      expect(await methodOf({ ...difference, headers })).to.equal('');
    });
  }

  it('is 64 characters when 64 were sent', async () => {
    expect(await methodOf({ method: 'x'.repeat(64) })).to.equal('x'.repeat(64));
  });

  async function methodOf(difference: Difference): Promise<unknown> {
    return JSON.parse((await post(account, difference)).body).method;
  }
});
