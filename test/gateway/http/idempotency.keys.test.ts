import { expect } from 'chai';
import { newApp } from '../../support/apps.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { expectNothingRun } from '../../support/httpRejections.ts';
import type { RawAnswer } from '../../support/rawConnection.ts';
import { post, type Signer } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';

const method = 'customer.create';

describe('Idempotency-Key', () => {
  const account = freshAccount();

  const send = (
    key: string | readonly string[] | undefined,
    city = 'Kiel',
    signer: Signer = account,
  ): Promise<RawAnswer> => {
    const body = JSON.stringify({ bill_city: city });
    return post(signer, { method, body, headers: { 'Idempotency-Key': key } });
  };
  const customers = () => storedRows('customers', account.id);

  it('of another app of the account is another key', async () => {
    const other = await newApp(account.id);
    await send('once');

    expect(await send('once', 'Bonn', other)).to.include({ status: 200 });
    expect(await customers()).to.have.length(2);
  });

  it('is case-sensitive', async () => {
    for (const key of ['once', 'Once', 'onc', 'once.']) await send(key);

    expect(await customers()).to.have.length(4);
  });

  it('may be missing: then every request is a new one', async () => {
    await send(undefined);
    await send(undefined);

    expect(await customers()).to.have.length(2);
  });

  const malformed: readonly [string, string | readonly string[]][] = [
    ['nothing', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a blank', 'on ce'],
    ['a tab', 'on\tce'],
    ['letters beyond ASCII', 'onc\u00e9'],
    ['two keys', ['one', 'two']],
  ];
  for (const [what, key] of malformed) {
    it(`of ${what} is refused`, async () => {
      const answer = await send(key);

      expectNothingRun(answer, 400, method);
      expect(await customers()).to.be.empty;
    });
  }

  for (const key of ['k', '!~', 'k'.repeat(255)]) {
    it(`of ${key.length} visible characters is accepted: ${key.slice(0, 3)}`, async () => {
      const first = await send(key);

      expect((await send(key)).body).to.equal(first.body);
      expect(await customers()).to.have.length(1);
    });
  }
});
