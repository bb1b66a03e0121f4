import Type from 'typebox';
import { required } from '../resources/field.ts';
import { orderFields } from '../resources/order.ts';
import { operation } from './operation.ts';

export const orderInvoice = operation({
  name: 'order.invoice',
  summary: 'Gives an order its invoice number; its Leitweg-ID no longer changes from then on.',
  kind: 'writes',
  input: { order_ident: required(orderFields.order_ident), invoice_nr: orderFields.invoice_nr },
  answer: Type.Object({ order_ident: Type.String(), invoice_nr: Type.String() }),
  success: 'order invoiced',
  refusals: ['order_not_found', 'order_invoiced'],
  example: { order_ident: 'ord_01jd2q4z0c8k3v7n5m9x1r6t2w' },
});
