import { expect } from 'chai';
import { type BatchEntry, type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';

/** The answer to a batch has one `X-Svc-Error` for all of it, so the codes of the entries come in `data.codes`. */
describe('client.batch gives the code', () => {
  let account: TestAccount;
  let client: Counterfoil;
  before(async () => {
    account = await newAccount();
    const { appId, apiSecret } = account;
    client = counterfoil({ url: (await cluster()).url, appId, apiSecret });
  });
  after(() => client.close());

  const source = { article_type: 'shop', external_ident: 'a-1' };
  const reasons: readonly (readonly [string, BatchEntry, string])[] = [
    ['a missing required field', { method: 'article.create', data: { article_title: '' } }, 'field_required'],
    [
      'a wrong Leitweg-ID',
      { method: 'customer.create', data: { public_authority_id: '04011000-1234512345-07' } },
      'public_authority_id_invalid',
    ],
    [
      'a wrong field',
      { method: 'article.create', data: { article_title: 'Tea', article_unit: 'unit_cup' } } as never,
      'field_invalid',
    ],
    [
      'an unknown field',
      { method: 'article.create', data: { article_title: 'Tea', titel: 'Tea' } } as never,
      'field_unknown',
    ],
    [
      'a record that does not exist',
      { method: 'article.delete', data: { article_ident: 'art_0' } },
      'article_not_found',
    ],
    [
      'a record that exists already',
      { method: 'article.create', data: { article_title: 'Tea', ...source } },
      'external_ident_exists',
    ],
  ];

  it('of every kind of refusal', async () => {
    await client.article.create({ article_title: 'Tea', ...source });

    const results = await client.batch(reasons.map(([, entry]) => entry));

    expect(results.map(({ error }) => error?.code)).to.deep.equal(reasons.map(([, , code]) => code));
  });

  it('of a value that another record has', async () => {
    await client.article.create({ article_title: 'Tea', article_nr: 'T-1' });
    const { article_ident } = await client.article.create({ article_title: 'Coffee' });

    const [result] = await client.batch([
      { method: 'article.update', data: { article_ident, article_nr: 'T-1', validate: 'article_nr' } },
    ]);

    expect(result.error?.code).to.equal('value_exists');
  });
});
