import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { orderInvoice } from '../../shared/contract/operations/order.invoice.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import { nowUtc } from '../stores/time.ts';

type InvoiceCall = Call<InputOf<typeof orderInvoice>>;

export default writes(
  orderInvoice,
  async (calls, { orders, numbers, clock }) => {
    const found = await orders.lock(scopedBy(calls, 'order_ident'));
    const orderOf = ({ account, input }: InvoiceCall) => found.get(recordKey(account, input.order_ident));
    const open = calls.filter((call) => orderOf(call)?.invoice_nr === null);
    const requests = open.map((call) => ({
      owner: call,
      account: call.account,
      number: call.input.invoice_nr,
    }));
    const newNumbers = await numbers.assign('invoice', requests, orders);

    const date_updated = nowUtc(clock);
    await orders.invoice(
      [...newNumbers].map(([call, invoice_nr]) => ({ ...invoicedRow(call, invoice_nr), date_updated })),
    );
    return (call) => {
      const invoice_nr = newNumbers.get(call);
      if (invoice_nr) return done({ order_ident: call.input.order_ident, invoice_nr });
      return refused(orderOf(call) ? 'order_invoiced' : 'order_not_found');
    };
  },
  { locksRecord: ({ order_ident }) => order_ident, isNumbered: ({ invoice_nr }) => invoice_nr === '' },
);

function invoicedRow({ account, input }: InvoiceCall, invoice_nr: string) {
  return { account_id: account, order_ident: input.order_ident, invoice_nr };
}
