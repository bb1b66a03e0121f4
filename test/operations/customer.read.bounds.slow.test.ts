import { expect } from 'chai';
import type { AddressRecord, CustomerRecord } from '../../shared/contract/resources/records.ts';
import { callOf } from '../support/calls.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { addAddresses, bytesSentDuring } from '../support/manyRows.ts';
import { envelopeOf } from '../support/replies.ts';
import { database } from '../support/servers.ts';
import { setRunner } from '../support/setRunners.ts';

const method = 'customer.read';
const kibibyte = 1_024;
const mebibyte = kibibyte ** 2;
const texts = ['firstname', 'lastname', 'company', 'street', 'street2', 'city'];
const fullOf = (text: string) =>
  Object.fromEntries(texts.map((name) => [`delivery_${name}`, text.repeat(255 / text.length)]));

interface Answered {
  readonly customer: CustomerRecord;
  readonly address_data: readonly AddressRecord[];
  readonly address_count?: number;
}

describe('customer.read of many addresses (stores thousands)', () => {
  let customer_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    customer_ident = await newCustomer(account, { divergent_delivery_address: 1, delivery_city: 'Kiel' });
  });

  const read = async () => {
    const { envelope } = await account.send(method, { customer_ident });
    return envelope.data as Answered;
  };
  const identsOf = (addresses: readonly AddressRecord[]) =>
    addresses.map(({ address_ident }) => address_ident);
  const bytesOf = (data: unknown) => Buffer.byteLength(JSON.stringify(data));

  it('answers 1,000 addresses, without a count', async () => {
    const first = (await read()).address_data;
    const idents = await addAddresses(account.id, customer_ident, 999, { delivery_city: 'Bonn' });

    const data = await read();

    expect(identsOf(data.address_data)).to.deep.equal([...identsOf(first), ...idents]);
    expect(data).to.have.all.keys('customer', 'address_data');
  });

  it('answers the oldest 1,000 addresses, and the count of all', async () => {
    const [first] = identsOf((await read()).address_data);
    const idents = await addAddresses(account.id, customer_ident, 1_200);

    const data = await read();

    expect(identsOf(data.address_data)).to.deep.equal([first, ...idents.slice(0, 999)]);
    expect(data.address_count).to.equal(1_201);
  });

  for (const [what, text, shown] of [
    ['plain texts', 'x', [240, 300]],
    ['quotes, which JSON escapes', '"', [140, 170]],
    ['characters of three bytes', '日', [90, 115]],
  ] as const)
    it(`answers as many addresses as fit into 512 KiB, of ${what}`, async () => {
      await addAddresses(account.id, customer_ident, 400, fullOf(text));

      const data = await read();

      expect(data.address_data.length).to.be.within(shown[0], shown[1]);
      expect(bytesOf(data.address_data)).to.be.within(500 * kibibyte, 512 * kibibyte);
      expect(data.address_count).to.equal(401);
      expect(bytesOf(data)).to.be.below(mebibyte);
    });

  it('answers the delivery address of the customer itself, even if it is not in the list', async () => {
    const newest = await newAddress(account, customer_ident, { delivery_city: 'Ulm' });
    await addAddresses(account.id, customer_ident, 1_000);
    await database()('customers')
      .where({ account_id: account.id, customer_ident })
      .update({ delivery_address_ident: await moveToTheEnd(newest) });

    const { customer, address_data } = await read();

    expect(address_data).to.have.length(1_000);
    expect(address_data.filter(({ delivery_city }) => delivery_city === 'Ulm')).to.have.length(0);
    expect(customer).to.include({ divergent_delivery_address: 1, delivery_city: 'Ulm' });
  });

  const moveToTheEnd = async (address_ident: string) => {
    const last = 'adr_zzzzzzzzzzzzzzzzzzzzzzzzzz';
    await database()('addresses')
      .where({ account_id: account.id, address_ident })
      .update({ address_ident: last });
    return last;
  };

  it('reads little more from the database than it answers', async () => {
    await addAddresses(account.id, customer_ident, 20_000, fullOf('x'));

    const sent = await bytesSentDuring(async () => {
      expect((await read()).address_count).to.equal(20_001);
    });

    expect(sent).to.be.below(1.5 * mebibyte);
  });

  it('reads a customer once for many calls, and postpones those for which there is no room', async () => {
    await addAddresses(account.id, customer_ident, 400, fullOf('x'));
    const calls = Array.from({ length: 100 }, () => callOf(method, account.id, { customer_ident }));
    let done = 0;

    const sent = await bytesSentDuring(async () => {
      const replies = await setRunner(method).run(calls);
      done = replies.filter((reply) => reply !== undefined).length;
    });

    expect(done).to.be.within(4, 16);
    expect(sent).to.be.below(mebibyte);
  });

  it('answers a long note, and postpones calls if there are many', async () => {
    const user_note = 'Grüße\n'.repeat(8_000);
    const idents = await Promise.all(Array.from({ length: 100 }, () => newCustomer(account, { user_note })));
    const calls = idents.map((ident) => callOf(method, account.id, { customer_ident: ident }));

    const replies = await setRunner(method).run(calls);

    const done = replies.filter((reply) => reply !== undefined);
    const notes = done.map(
      (reply) => envelopeOf<{ customer: { user_note: string } }>(reply).data.customer.user_note,
    );
    expect(new Set(notes)).to.deep.equal(new Set([user_note.trim()]));
    expect(done.length).to.be.within(40, 90);
  });

  it('replies the size of an answer that is too large for its caller', async () => {
    await addAddresses(account.id, customer_ident, 1_000);
    const call = callOf(method, account.id, { customer_ident }, { maxAnswerBytes: 100_000 });

    const [reply] = await setRunner(method).run([call]);

    if (reply?.kind !== 'tooLarge') expect.fail();
    expect(reply.bytes).to.be.within(100_000, 512 * kibibyte);
  });
});
