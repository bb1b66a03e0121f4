import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { expectDone, expectRefused, failureData } from '../support/answers.ts';
import { runBatch } from '../support/batches.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { everythingOf } from '../support/everything.ts';

/** An operation that takes `if_version`, with a record that it may change. */
interface Versioned {
  readonly account: TestAccount;
  /** The name and the value of the record's ident. */
  readonly ident: Readonly<Record<string, string>>;
  /** Fields that an update changes; none for a delete. */
  readonly changes: (value: string) => object;
  readonly success: string;
  /** The version that a read answers. */
  readonly version: () => Promise<string>;
}

const conditionalMethods = [
  'customer.update',
  'customer.delete',
  'address.update',
  'address.delete',
  'article.update',
  'article.delete',
] as const;

/** Makes a record for an operation. */
async function versioned(method: (typeof conditionalMethods)[number]): Promise<Versioned> {
  const account = await newAccount();
  const [resource = '', verb] = method.split('.');
  const { ident, field, version } = await recordOf(resource, account);
  const changes = (value: string) => (verb === 'update' ? { [field]: value } : {});
  return { account, ident, changes, success: `${resource} ${verb}d`, version };
}

async function recordOf(resource: string, account: TestAccount) {
  const { client } = account;
  if (resource === 'article') {
    const ident = await client.article.create({ article_title: 'Tea' });
    return { ident, field: 'article_title', version: async () => (await client.article.read(ident)).version };
  }
  const customer_ident = await newCustomer(account, { divergent_delivery_address: 1 });
  if (resource === 'customer') {
    const version = async () => (await client.customer.read({ customer_ident })).customer.version;
    return { ident: { customer_ident }, field: 'bill_city', version };
  }
  const address_ident = await newAddress(account, customer_ident);
  const version = async () => (await client.address.read({ address_ident })).address.version;
  return { ident: { address_ident }, field: 'delivery_city', version };
}

const changed = { code: 'record_changed', message: 'record changed' };

for (const method of conditionalMethods) {
  const isUpdate = method.endsWith('.update');

  describe(`${method} with if_version`, () => {
    let record: Versioned;
    beforeEach(async () => {
      record = await versioned(method);
    });

    const send = (if_version: unknown, value = 'Ulm', key?: string) =>
      record.account.send(method, { ...record.ident, ...record.changes(value), if_version }, key);
    /** Changes the record, whatever its version is. */
    const changeIt = () => {
      const update = method.replace('delete', 'update');
      const field = { article: 'article_title', address: 'delivery_city', customer: 'bill_city' };
      const name = field[method.split('.')[0] as 'article'];
      return record.account.send(update, { ...record.ident, [name]: 'meanwhile' });
    };

    it(`is done in that version${isUpdate ? ', and answers the new one' : ''}`, async () => {
      const answer = await send(await record.version());

      const version = isUpdate ? { version: await record.version() } : {};
      const data = isUpdate ? { ...record.ident, ...version, ...record.changes('Ulm') } : null;
      expectDone(answer, method, record.success, data);
    });

    it('is refused in another version with the present one, and nothing is written', async () => {
      const outdated = await record.version();
      await changeIt();
      const [version, before] = [await record.version(), await everythingOf(record.account)];

      for (const sent of [outdated, 'nonsense', `${version} `, `0${version}`, 0])
        expectRefused(await send(sent), method, { ...changed, data: { ...record.ident, version } });

      expect(version).not.to.equal(outdated);
      expect(await everythingOf(record.account)).to.deep.equal(before);
    });

    it('is done with the version of the refusal', async () => {
      const { envelope } = await send('outdated');
      const { version } = envelope.data as { version: string };

      expect((await send(version)).envelope.message).to.equal(record.success);
    });

    for (const none of ['', null])
      it(`refuses ${JSON.stringify(none)}, which would look like a condition that holds`, async () => {
        const before = await everythingOf(record.account);

        const { code, envelope } = await send(none);

        expect({ code, message: envelope.message }).to.deep.equal({
          code: 'field_required',
          message: 'if_version is empty: send the version that was read, or omit the field',
        });
        expect(await everythingOf(record.account)).to.deep.equal(before);
      });

    it('refuses an if_version of a wrong type or length', async () => {
      for (const wrong of [true, {}, ['v'], 1.5, 'v'.repeat(65)]) {
        const { code, envelope } = await send(wrong);
        expect(code, JSON.stringify(wrong)).to.equal('field_invalid');
        expect(envelope.message).to.match(/^if_version must /);
      }
    });

    it("refuses another account's record as unknown, whatever its version is", async () => {
      const stranger = await newAccount();
      const request = { ...record.ident, ...record.changes('Ulm'), if_version: await record.version() };

      const { code, envelope } = await stranger.send(method, request);

      const notFound = `${method.split('.')[0]}_not_found`;
      expect([code, envelope.data]).to.deep.equal([notFound, failureData(method, notFound)]);
    });

    it('lets exactly one of many concurrent calls pass', async () => {
      const if_version = await record.version();

      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => send(if_version, `No. ${index}`)),
      );

      const codes = answers.map(({ code }) => code);
      expect(codes.filter((code) => code === '')).to.have.length(1);
      const lost = isUpdate ? 'record_changed' : `${method.split('.')[0]}_not_found`;
      expect(codes.filter((code) => code === lost)).to.have.length(29);
    });

    it('lets exactly one of several entries of a batch pass', async () => {
      const entries = ['one', 'two', 'three'].map((value) => ({ ...record.ident, ...record.changes(value) }));
      const if_version = await record.version();

      const results = await runBatch(
        record.account,
        entries.map((data) => ({ method, data: { ...data, if_version } })),
      );

      const done = results.filter(({ response }) => response);
      expect(done.map(({ message }) => message)).to.deep.equal([record.success]);
    });

    it('answers a repeat with the same key as the first time, done or refused', async () => {
      const version = await record.version();
      const refusal = await send('outdated', 'Ulm', 'refused');
      const first = await send(version, 'Ulm', 'done');

      const again = [await send(version, 'Ulm', 'done'), await send('outdated', 'Ulm', 'refused')];

      expect([first.code, refusal.code]).to.deep.equal(['', 'record_changed']);
      expect(again.map(({ code }) => code)).to.deep.equal(['', 'record_changed']);
      expect(again.map(({ envelope }) => envelope)).to.deep.equal([first.envelope, refusal.envelope]);
    });
  });
}

describe('if_version', () => {
  it('is unknown to operations that change no existing record', async () => {
    const account = await newAccount();
    for (const method of [
      'customer.create',
      'article.create',
      'address.create',
      'article.read',
      'customer.exists',
    ])
      expect((await account.send(method, { ...needed, if_version: 'v' })).code, method).to.equal(
        'field_unknown',
      );
  });
});

const needed = { article_title: 'Tea', customer_ident: 'cus_1', article_ident: 'art_1' };
