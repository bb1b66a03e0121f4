import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { refusedAtomic, runAtomic, runBatch, teas } from '../../support/batches.ts';
import { sharedAccount } from '../../support/fixtures.ts';
import { storedRows } from '../../support/stored.ts';

const method = 'batch.run';
const tea = { method: 'article.create', data: { article_title: 'Tea' } };
const customer = { method: 'customer.create', data: {} };
const addressOf = (reference: unknown) => ({
  method: 'address.create',
  data: { customer_ident: reference, delivery_city: 'Ulm' },
});
const notAtomic = (name: string, reason: string) => `${name} can't be part of this atomic batch: ${reason}`;
const noReference =
  'customer_ident must be a string, or refer to an earlier entry by its index: {"entry": 0}';

describe('an atomic batch refuses', () => {
  const account = sharedAccount();
  afterEach(async () => {
    for (const table of ['articles', 'customers', 'addresses'] as const)
      expect(await storedRows(table, account.id)).to.have.length(0);
  });

  const wholes: readonly [string, object, string, string][] = [
    ['a flag that is not a boolean', { atomic: 1, operations: [tea] }, 'atomic', 'must be true or false'],
    ['a flag that is a string', { atomic: 'true', operations: [tea] }, 'atomic', 'must be true or false'],
    ['a flag that is null', { atomic: null, operations: [tea] }, 'atomic', 'must be true or false'],
    [
      'more than 200 entries',
      { atomic: true, operations: teas(201) },
      'operations',
      'must be an array of 1 to 200 operations in an atomic batch',
    ],
  ];
  for (const [what, body, field, problem] of wholes)
    it(`${what}, as a whole`, async () => {
      const { code, envelope } = await account.send(method, body);

      const message = `${field} ${problem}`;
      expect({ code, message: envelope.message }).to.deep.equal({ code: 'field_invalid', message });
      expect(envelope.data).to.deep.equal({ code, errors: [{ field, code, message }] });
    });

  it('a body of more than 1 MiB', async () => {
    const { status, code, envelope } = await account.send(method, {
      atomic: true,
      operations: Array.from({ length: 40 }, () => ({
        ...tea,
        data: { ...tea.data, article_note: 'x'.repeat(30_000) },
      })),
    });

    expect({ status, code, message: envelope.message }).to.deep.equal({
      status: 413,
      code: 'body_too_large',
      message: 'request body too large: an atomic batch has at most 1 MiB',
    });
  });

  const entries: readonly [string, object, string, string][] = [
    [
      'an operation that reads',
      { method: 'customer.exists', data: { customer_ident: 'a' } },
      'not_atomic',
      notAtomic('customer.exists', 'it does not write customers, addresses or articles'),
    ],
    [
      'an operation on records of another queue',
      tea,
      'not_atomic',
      notAtomic('article.create', 'entry 0 (customer.create) writes other records'),
    ],
    [
      'a key of an entry',
      { ...customer, key: 'own' },
      'field_unknown',
      'key belongs to entries that are run independently: send one Idempotency-Key for the atomic batch',
    ],
    [
      'a wrong field',
      { ...customer, data: { bill_city: [] } },
      'field_invalid',
      'bill_city must be a string',
    ],
    ['an unknown operation', { ...customer, method: 'customer.batch' }, 'method_unknown', 'unknown method'],
    ['a reference that is not an index', addressOf({ entry: '0' }), 'field_invalid', noReference],
    ['a negative reference', addressOf({ entry: -1 }), 'field_invalid', noReference],
    ['a reference with a fraction', addressOf({ entry: 0.5 }), 'field_invalid', noReference],
    [
      'a reference to the entry itself',
      addressOf({ entry: 1 }),
      'field_invalid',
      'customer_ident refers to entry 1: this is entry 1, counted from 0, and can only refer to entries before it',
    ],
    [
      'a reference to a later entry',
      addressOf({ entry: 2 }),
      'field_invalid',
      'customer_ident refers to entry 2: this is entry 1, counted from 0, and can only refer to entries before it',
    ],
    [
      'a reference with another member',
      addressOf({ entry: 0, field: 'customer_ident' }),
      'field_invalid',
      'customer_ident must be a string',
    ],
    [
      'a reference in a field that has no ident of a record',
      { ...customer, data: { external_ident: { entry: 0 } } },
      'field_invalid',
      'external_ident must be a string',
    ],
    [
      'a reference to an answer without the field',
      { method: 'address.delete', data: { address_ident: { entry: 0 } } },
      'field_invalid',
      'address_ident refers to entry 0 (customer.create), whose answer has no address_ident',
    ],
  ];
  for (const [what, entry, code, message] of entries)
    it(`${what}, and does nothing`, async () => {
      const refused = await refusedAtomic(account, [customer, entry, customer]);

      expect(refused.message).to.equal(`nothing was done: entry 1 was refused: ${message}`);
      expect(refused.codes).to.deep.equal(['not_done', code, 'not_done']);
      expect(refused.messages[1]).to.equal(message);
    });

  it('all wrong entries at once, and names the first one', async () => {
    const refused = await refusedAtomic(account, [tea, { ...tea, data: {} }, { ...tea, method: 'tea' }, 7]);

    expect(refused.entry).to.equal(1);
    expect(refused.codes).to.deep.equal(['not_done', 'field_required', 'method_unknown', 'body_malformed']);
  });

  it('messages that look like the text of an answer', async () => {
    const refused = await refusedAtomic(account, [{ ...tea, data: { '[]},"data":{"results":[]}': 1 } }]);

    expect(refused.messages).to.have.length(1);
    expect(refused.message).to.contain('unknown field: []},"data":{"results":[]}');
  });
});

describe('a batch that is not atomic', () => {
  it('is run as before if it says so, and has no references', async () => {
    const account = await newAccount();

    const { code } = await account.send(method, { atomic: false, operations: [tea] });
    const [made, address] = await runBatch(account, [customer, addressOf({ entry: 0 })]);

    expect(code).to.equal('');
    expect(made?.response).to.equal(true);
    expect(address?.message).to.equal('customer_ident must be a string');
  });
});

describe('an atomic batch whose body is parsed in slices', () => {
  it('has references, too', async () => {
    const account = await newAccount();
    const note = 'x'.repeat(40_000);

    await runAtomic(account, [{ ...customer, data: { user_note: note } }, addressOf({ entry: 0 })]);

    expect(await storedRows('addresses', account.id)).to.have.length(1);
  });
});
