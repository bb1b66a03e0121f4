import { expect } from 'chai';
import { createAccount, defaultSettings } from '../../admin/accounts.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { run } from '../support/command.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';

/** Number of notes, which are 200 MiB together: more than the heap that the command gets. */
const notes = 3_200;
const user_note = 'n'.repeat(65_535);

describe('counterfoil verify, on more than fits into memory (reads much data)', function () {
  this.timeout(60_000);
  let own: OwnDatabase;
  before(async () => {
    own = await newDatabase('verify_memory_test');
    await migrateUp(own.pool);
    await createAccount(own.pool, { ...defaultSettings, name: 'large' });
    const { id } = await own.pool('accounts').first('id');
    const row = (index: number) => ({ account_id: id, customer_ident: `cus_${index}`, user_note });
    for (let from = 0; from < notes; from += 100)
      await own.pool('customers').insert(Array.from({ length: 100 }, (_, index) => row(from + index)));
  });
  after(() => own.drop());

  it('reads all of it', async () => {
    const env = { DATABASE_URL: own.url, NODE_OPTIONS: '--max-old-space-size=64' };
    const { code, stdout } = await run(['verify'], { env });

    expect(code).to.equal(0);
    expect(stdout).to.match(new RegExp(`^ok +customers +${notes} rows`, 'm'));
  });
});
