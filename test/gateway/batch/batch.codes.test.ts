import { expect } from 'chai';
import type { BatchData } from '../../support/batches.ts';
import { sharedAccount } from '../../support/fixtures.ts';

describe('codes of batch.run', () => {
  const account = sharedAccount();
  const source = { article_type: 'shop', external_ident: 'a-1' };

  it('are those that each entry would have alone, and empty on success', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea', ...source });
    await account.client.article.create({ article_title: 'Coffee', article_nr: 'T-1' });
    await account.send('article.create', { article_title: 'Milk' }, 'milk');
    const create = (data: object, key?: string) => ({
      method: 'article.create',
      data,
      ...(key === undefined ? {} : { key }),
    });

    const { envelope } = await account.send('batch.run', {
      operations: [
        create({ article_title: 'Tea' }),
        create({}),
        create({ article_title: 'Tea', article_unit: 'unit_cup' }),
        create({ article_title: 'Tea', titel: 'Tea' }),
        create({ article_title: 'Tea', ...source }),
        create({ article_title: 'Cream' }, 'milk'),
        create({ article_title: 'Cream' }, ''),
        { method: 'article.update', data: { article_ident, article_nr: 'T-1', validate: 'article_nr' } },
        { method: 'article.read', data: { article_ident: 'art_unknown' } },
        { method: 'customer.create', data: { public_authority_id: '04011000-1234512345-07' } },
        { method: 'no.such', data: {} },
        { data: {} },
        5,
      ],
    });

    const { codes, results } = envelope.data as BatchData;
    expect(codes).to.deep.equal([
      '',
      'field_required',
      'field_invalid',
      'field_unknown',
      'external_ident_exists',
      'idempotency_key_reused',
      'idempotency_key_malformed',
      'value_exists',
      'article_not_found',
      'public_authority_id_invalid',
      'method_unknown',
      'method_missing',
      'body_malformed',
    ]);
    expect(results.map(({ response }) => response)).to.deep.equal(codes.map((code) => code === ''));
  });
});
