import { expect } from 'chai';
import { createAccount, defaultSettings } from '../../admin/accounts.ts';
import { checkChanges } from '../../admin/verify/dataChecks.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { ChangeWriter } from '../../workers/stores/changeWriter.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';

describe('counterfoil verify, of changes', () => {
  let own: OwnDatabase;
  beforeEach(async () => {
    own = await newDatabase('verify_changes');
    await migrateUp(own.pool);
    await createAccount(own.pool, { ...defaultSettings, name: 'verified' });
    const { id: account } = await own.pool('accounts').first('id');
    for (const ident of ['art_1', 'art_2', 'art_3'])
      await own.pool.transaction(async (transaction) => {
        const log = new ChangeWriter(transaction);
        log.note('created', 'article', [{ account, ident }]);
        await log.record();
      });
  });
  afterEach(() => own.drop());

  const state = async () => (await checkChanges(own.pool)).state;
  const remove = (position: number) => own.pool('changes').where({ position }).delete();

  it('finds nothing while all are there, also after a purge', async () => {
    expect(await state()).to.equal('ok');

    await own.pool('change_positions').update({ purged_position: 1 });
    expect(await state()).to.equal('ok');
    await remove(1);
    expect(await state()).to.equal('ok');
  });

  it('finds a missing one, wherever it is', async () => {
    for (const position of [2, 1, 3]) {
      const [row] = await own.pool('changes').where({ position });
      await remove(position);

      expect(await state(), `without ${position}`).to.equal('fatal');
      await own.pool('changes').insert(row);
    }
  });

  it('names the account, or the first ones of many, and what to do', async () => {
    const [ident] = await own.pool('accounts').pluck('account_ident');
    await own.pool('change_positions').update({ last_position: 0 });

    const one = await checkChanges(own.pool);
    await own
      .pool('change_positions')
      .insert([7, 8, 9, 10, 11].map((account_id) => ({ account_id, last_position: 1 })));
    const many = await checkChanges(own.pool);

    expect(one).to.deep.include({
      state: 'fatal',
      remedy: 'use another backup',
      message: `the changes and the last position of 1 account (${ident}) disagree`,
    });
    expect(many.message).to.match(
      /^the changes and the last position of 6 accounts \(acc_\w+, #7, #8, #9, #10 and 1 more\) disagree$/,
    );
  });
});
