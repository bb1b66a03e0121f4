import { expect } from 'chai';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { secretKeyOf } from '../../shared/secrets/keyRing.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { Stores } from '../../workers/stores/stores.ts';
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
    expect(data).to.have.all.keys('keys');
  });

  it('answers no keys for an empty database', async () => {
    expect(await ask()).to.deep.equal({ keys: [] });
  });

  it('answers the stored key, and never the secret key itself', async () => {
    const account = await createAccount(own.pool, { ...defaultSettings, name: 'keys' });
    await createApp(own.pool, account, secretKey);
    const [stored] = await own.pool('secret_keys');

    const answer = await ask();

    expect(answer).to.deep.equal({
      keys: [{ state: 'active', key_id: secretKeyOf(secretKey).id, app_id_key: stored.app_id_key }],
    });
    expect(JSON.stringify(answer)).not.to.include(secretKey.toString('base64'));
  });
});
