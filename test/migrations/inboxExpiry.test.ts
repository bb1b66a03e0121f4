import { expect } from 'chai';
import { migrateDown, migrateUp } from '../../migrations/index.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';

describe('migration 0003_inbox_expiry', () => {
  let own: OwnDatabase;
  beforeEach(async () => {
    own = await newDatabase('inbox_expiry');
    await migrateUp(own.pool);
    for (let last = ''; last !== '0003_inbox_expiry'; ) last = (await migrateDown(own.pool))[0] ?? '';
  });
  afterEach(() => own.drop());

  const call = { account_id: 1, call_id: 'call-1', reply: '\n{}' };

  it('keeps existing rows for 25 hours', async () => {
    await own.pool('inbox').insert({ ...call, date_created: '2024-02-28 23:30:00' });

    await migrateUp(own.pool);

    expect(await own.pool('inbox').select('call_id', 'reply', 'date_expires')).to.deep.equal([
      { call_id: 'call-1', reply: '\n{}', date_expires: '2024-03-01 00:30:00' },
    ]);
  });

  it('is reverted with the former values', async () => {
    const former = { ...call, fingerprint: null, date_created: '2024-02-28 23:30:00' };
    await own.pool('inbox').insert(former);

    await migrateUp(own.pool);
    for (let last = ''; last !== '0003_inbox_expiry'; ) last = (await migrateDown(own.pool))[0] ?? '';

    expect(await own.pool('inbox')).to.deep.equal([former]);
  });
});
