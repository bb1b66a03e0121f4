import { expect } from 'chai';
import type { Envelope } from '../../../shared/wire/envelope.ts';
import { runBatch, teas } from '../../support/batches.ts';
import { sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { post } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';

const method = 'batch.run';
const tea = { method: 'article.create', data: { article_title: 'Tea' } };
const noEntry = 'entry is not a JSON object';
const noData = 'data is not a JSON object';
const badHeader = 'malformed Idempotency-Key';
const badKey = 'key must be 1 to 255 visible ASCII characters';
const large = { ...tea, data: { ...tea.data, sales: 'x'.repeat(1_100_000) } };
const wrongOperations = 'operations must be an array of 1 to 1000 operations';

describe('batch.run refuses', () => {
  const account = sharedAccount();
  const articles = () => storedRows('articles', account.id);

  const wholes: readonly [string, unknown, string, string][] = [
    ['no operations', {}, 'field_required', 'operations not set'],
    ['operations that are null', { operations: null }, 'field_required', 'operations not set'],
    ['operations that are not a list', { operations: { 0: tea } }, 'field_invalid', wrongOperations],
    ['an empty list', { operations: [] }, 'field_invalid', wrongOperations],
    ['more than 1,000', { operations: teas(1_001) }, 'field_invalid', wrongOperations],
    ['other fields', { operations: [tea], operation: 1 }, 'field_unknown', 'unknown field: operation'],
    [
      'fields of operations',
      { operations: [tea], article_title: 'Tea' },
      'field_unknown',
      'unknown field: article_title',
    ],
  ];
  for (const [what, body, code, message] of wholes)
    it(`${what}, as a whole`, async () => {
      const answer = await account.send(method, body);

      const field = message.startsWith('unknown') ? message.split(': ')[1] : 'operations';
      const data = code === 'field_required' ? { code } : { code, errors: [{ field, code, message }] };
      expect(answer).to.deep.include({ status: 200, code });
      expect(answer.envelope).to.deep.equal({ response: false, data, method, message });
      expect(await articles()).to.have.length(0);
    });

  it('what is not a JSON object', async () => {
    expectHttpRejection(await post(account, { method, body: '[]' }), 'body_malformed', method);
    expectHttpRejection(
      await post(account, {
        method,
        body: '{"operations":[{"method":"article.create","data":{"__proto__":1}}]}',
      }),
      'body_malformed',
      method,
    );
  });

  it('a malformed Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'k'.repeat(256) };
    const body = JSON.stringify({ operations: [tea] });

    const answer = await post(account, { method, body, headers });

    expect(answer).to.include({ status: 400 });
    expect(JSON.parse(answer.body)).to.include({ message: badHeader });
    expect(await articles()).to.have.length(0);
  });

  const entries: readonly [string, unknown, Partial<Envelope>][] = [
    ['a number', 5, { method: '', message: noEntry }],
    ['null', null, { method: '', message: noEntry }],
    ['a list', [tea], { method: '', message: noEntry }],
    ['no method', { data: {} }, { method: '', message: 'method not set' }],
    ['an unknown method', { ...tea, method: 'no.such' }, { method: 'no.such', message: 'unknown method' }],
    ['a long method', { ...tea, method: 'm'.repeat(80) }, { method: 'm'.repeat(64) }],
    ['a method that is not a text', { ...tea, method: 5 }, { method: '', message: 'unknown method' }],
    ['an internal method', { method: 'order.create', data: {} }, { message: 'unknown method' }],
    [
      'an operation of the queue of accounts',
      { method: 'account.read', data: {} },
      { method: 'account.read', message: 'unknown method' },
    ],
    ['a batch', { method, data: { operations: [tea] } }, { method, message: 'unknown method' }],
    ['no data', { method: 'article.create' }, { method: 'article.create', message: noData }],
    ['data that is a list', { ...tea, data: [] }, { message: noData }],
    ['data that is text', { ...tea, data: '{}' }, { message: noData }],
    ['data that is a long number', { ...tea, data: 1e21 }, { message: noData }],
    ['data that is too large', large, { method: 'article.create', message: 'data is larger than 1 MiB' }],
    ['another member', { ...tea, Key: 'a' }, { message: 'unknown field: Key' }],
    ['an empty key', { ...tea, key: '' }, { message: badKey }],
    ['a key that is too long', { ...tea, key: 'k'.repeat(256) }, { message: badKey }],
    ['a key with a blank', { ...tea, key: 'a b' }, { message: badKey }],
    ['a key that is not a text', { ...tea, key: 7 }, { message: badKey }],
    ['a key that is null', { ...tea, key: null }, { message: badKey }],
  ];
  for (const [what, entry, promised] of entries)
    it(`${what} as an entry, and runs the others`, async () => {
      const before = (await articles()).length;

      const [first, refusal, last] = await runBatch(account, [tea, entry, tea]);

      expect([first?.message, last?.message]).to.deep.equal(['article created', 'article created']);
      expect(refusal).to.include({ response: false, ...promised });
      expect(refusal).to.have.all.keys('response', 'data', 'method', 'message');
      expect(await articles()).to.have.length(before + 2);
    });

  const faulty: readonly [string, string, object][] = [
    ['a missing field', 'article.create', {}],
    ['a missing ident', 'customer.update', { bill_city: 'Kiel' }],
    ['several wrong fields', 'customer.create', { bill_country: 'xx', bill_title: 99 }],
    ['an unknown field', 'article.create', { article_title: 'Tea', titel: 1 }],
    ['a wrong Leitweg-ID', 'customer.create', { public_authority_id: '04011000-1234512345-07' }],
    ['an unknown record', 'article.delete', { article_ident: 'art_unknown' }],
  ];
  for (const [what, name, data] of faulty)
    it(`${what} with the message of a single call`, async () => {
      const single = await account.send(name, data);

      const [result] = await runBatch(account, [{ method: name, data }]);

      expect(result).to.deep.equal(single.envelope);
    });

  it('nothing when every entry is refused: the batch was run', async () => {
    const results = await runBatch(account, [{}, 1, { method: 'article.create', data: {} }]);

    expect(results.map(({ response }) => response)).to.deep.equal([false, false, false]);
  });

  it('no key of a read, as for a single read', async () => {
    const read = { method: 'article.exists', data: { article_ident: 'art_unknown' }, key: '' };

    const [result] = await runBatch(account, [read]);

    expect(result).to.include({ message: 'article does not exist' });
  });
});
