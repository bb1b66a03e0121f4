import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { callOf } from '../../support/calls.ts';
import { setRunner } from '../../support/setRunners.ts';

/** 130 notes of 65,535 quotation marks are 17 MB of SQL; MariaDB and MySQL 8 take 16 and 64 MB by default. */
describe('a set beyond max_allowed_packet (sends 17 MB)', () => {
  it('is answered in parts', async () => {
    const account = await newAccount();
    const user_note = '"'.repeat(65_535);
    const deadline = Date.now() + 60_000;
    const calls = Array.from({ length: 130 }, () =>
      callOf('customer.create', account.id, { user_note }, { deadline }),
    );

    const replies = await setRunner('customer.create').run(calls);

    expect(replies.filter((reply) => reply?.code === '')).to.have.length(130);
  });
});
