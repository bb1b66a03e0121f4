import { expect } from 'chai';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { migrateUp } from '../../migrations/index.ts';
import { secretKeyOf } from '../../shared/keys/keyRing.ts';
import { implementations } from '../../workers/operations/index.ts';
import { Stores } from '../../workers/stores/index.ts';
import { newAccount } from '../support/account.ts';
import { callOf } from '../support/calls.ts';
import { secretKey } from '../support/cluster.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';

describe('account.keys', () => {
  let own: OwnDatabase;
  before(async () => {
    own = await newDatabase('account_keys');
    await migrateUp(own.pool);
  });
  after(() => own.drop());

  const ask = async () => {
    const call = callOf('account.keys', 0, {});
    const outcomeOf = await implementations['account.keys'].run([call], new Stores(own.pool));
    return (outcomeOf(call) as { readonly data: unknown }).data;
  };

  it('answers through its queue', async () => {
    const { response, message, data } = await (await newAccount()).internal('account.keys', {});

    expect({ response, message }).to.deep.equal({ response: true, message: 'keys found' });
    expect(data).to.have.all.keys('keys', 'secrets');
  });

  it('answers no keys for an empty database', async () => {
    expect(await ask()).to.deep.equal({ keys: [], secrets: [] });
  });

  it('answers the stored key, or else the newest secrets, and never the secret key itself', async () => {
    const account = await createAccount(own.pool, { ...defaultSettings, name: 'keys' });
    for (let count = 0; count < 21; count += 1) await createApp(own.pool, account, secretKey);
    const [stored] = await own.pool('secret_keys');

    const first = await ask();
    await own.pool('secret_keys').delete();
    const second = await ask();

    expect(first).to.deep.equal({
      keys: [{ state: 'active', key_id: secretKeyOf(secretKey).id, app_id_key: stored.app_id_key }],
      secrets: [],
    });
    const apps = await own.pool('apps').select('app_id', 'secret').orderBy('app_id', 'desc').limit(20);
    expect(second).to.deep.equal({ keys: [], secrets: apps });
    expect(JSON.stringify([first, second])).not.to.include(secretKey.toString('base64'));
  });

  it('omits secrets of revoked apps', async () => {
    await own.pool('apps').update({ date_revoked: '2024-01-01 00:00:00' });

    expect(await ask()).to.deep.equal({ keys: [], secrets: [] });
  });
});
