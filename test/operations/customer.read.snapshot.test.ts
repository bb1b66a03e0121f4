import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { callOf } from '../support/calls.ts';
import { newAddress, newCustomer } from '../support/customers.ts';
import { envelopeOf } from '../support/replies.ts';
import { setRunner } from '../support/setRunners.ts';
import { watched } from '../support/waiting.ts';

interface Read {
  readonly customer: { readonly customer_ident: string; readonly divergent_delivery_address: number };
  readonly address_data: readonly unknown[];
}

describe('customer.read beside 80 deletes (fills 80 customers)', () => {
  it('answers the complete customer or customer_not_found [whole-reads]', async () => {
    const account = await newAccount();
    const idents = await Promise.all(
      Array.from({ length: 80 }, async () => {
        const ident = await newCustomer(account, { divergent_delivery_address: 1 });
        await newAddress(account, ident);
        return ident;
      }),
    );
    const deleteAll = async () => {
      for (const customer_ident of idents)
        await setRunner('customer.delete').run([callOf('customer.delete', account.id, { customer_ident })]);
    };
    const deleting = watched(deleteAll());
    const torn: Read[] = [];
    let reads = 0;

    while (!deleting.isSettled()) {
      const calls = idents.map((customer_ident) => callOf('customer.read', account.id, { customer_ident }));
      for (const reply of await setRunner('customer.read').run(calls)) {
        if (reply === undefined || reply.code === 'customer_not_found') continue;
        reads += 1;
        const data = envelopeOf<Read>(reply).data;
        const isWhole = data.customer.divergent_delivery_address === 1 && data.address_data.length === 2;
        if (!isWhole) torn.push(data);
      }
    }

    await deleting.promise;
    expect(reads).to.be.above(80);
    expect(torn).to.deep.equal([]);
  });
});
