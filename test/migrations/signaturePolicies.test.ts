import { expect } from 'chai';
import { migrateDown, migrateUp, migrationStatus } from '../../migrations/index.ts';
import { newAccount } from '../support/account.ts';
import { newDatabase } from '../support/ownDatabase.ts';
import { database } from '../support/servers.ts';

describe('the migration of signature policies', () => {
  it('sets v1 for existing apps', async () => {
    const own = await newDatabase('signature_policies');
    await migrateUp(own.pool);
    while ((await migrationStatus(own.pool)).done.includes('0004_signature_policies'))
      await migrateDown(own.pool);
    const account = {
      account_ident: 'acc_1',
      term_of_credit: 14,
      number_start: 1,
      date_created: '2026-01-01',
    };
    await own.pool('accounts').insert(account);
    await own
      .pool('apps')
      .insert({ app_id: 'app_1', account_id: 1, secret: 'x', date_created: '2026-01-01' });

    await migrateUp(own.pool);

    expect(await own.pool('apps').select('app_id', 'signature')).to.deep.equal([
      { app_id: 'app_1', signature: 'v1' },
    ]);
    await own.drop();
  });

  it('lets new apps sign with v2', async () => {
    const { appId } = await newAccount();

    expect(await database()('apps').where({ app_id: appId }).first()).to.include({
      signature: 'v2-optional',
    });
  });
});
