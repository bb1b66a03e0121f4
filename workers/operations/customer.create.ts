import { customerCreate } from '../../shared/contract/operations/customer.create.ts';
import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { customerFields } from '../../shared/contract/resources/customer.ts';
import type { Call } from '../../shared/wire/call.ts';
import { newRow, numbersFor, repeatedImports } from '../operationHelpers/creating.ts';
import { pick } from '../operationHelpers/storedValues.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { nowUtc } from '../stores/time.ts';

type CreateCall = Call<InputOf<typeof customerCreate>>;

const customerColumns = ['customer_ident', 'external_account_name', ...Object.keys(customerFields)];
const addressColumns = ['address_ident', 'customer_ident', ...Object.keys(deliveryFields)];

export default writes(
  customerCreate,
  async (calls, { customers, addresses, numbers, accounts, clock }) => {
    const repeated = await repeatedImports(calls, customers);
    const fresh = calls.filter((call) => !repeated.has(call));
    const settings = await accounts.withIds(fresh.filter(withoutTerm).map(({ account }) => account));
    const newNumbers = await numbersFor(fresh, customers, numbers);

    const now = nowUtc(clock);
    await customers.insert(
      fresh.map((call) =>
        customerRow(call, now, newNumbers.get(call) as string, settings.get(call.account)?.term_of_credit),
      ),
    );
    await addresses.insert(fresh.filter(withAddress).map((call) => addressRow(call, now)));
    return (call) => {
      const existing = repeated.get(call);
      if (existing) return refused('external_ident_exists', { customer_ident: existing });
      const { customer_ident, address_ident } = call.input;
      return done({ customer_ident, address_ident: withAddress(call) ? address_ident : null });
    };
  },
  { isNumbered: ({ customer_nr }) => customer_nr === '' },
);

function withoutTerm({ input }: CreateCall): boolean {
  return input.term_of_credit === undefined;
}

function withAddress({ input }: CreateCall): boolean {
  return input.divergent_delivery_address === 1;
}

function customerRow(call: CreateCall, now: string, customer_nr: string, defaultTerm = 0) {
  return newRow(call, customerColumns, now, {
    customer_nr,
    term_of_credit: call.input.term_of_credit ?? defaultTerm,
    delivery_address_ident: withAddress(call) ? call.input.address_ident : null,
  });
}

function addressRow({ account, input }: CreateCall, now: string) {
  return { ...pick(input, addressColumns), account_id: account, date_created: now, date_updated: now };
}
