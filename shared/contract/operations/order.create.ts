import Type from 'typebox';
import { required } from '../resources/field.ts';
import { orderFields } from '../resources/order.ts';
import { operation } from './operation.ts';

export const orderCreate = operation({
  name: 'order.create',
  summary: "Creates an order of a customer, which takes over the customer's Leitweg-ID.",
  kind: 'writes',
  input: { customer_ident: required(orderFields.customer_ident), items: required(orderFields.items) },
  assigns: { order_ident: 'ord' },
  answer: Type.Object({ order_ident: Type.String() }),
  success: 'order created',
  refusals: ['customer_not_found', 'article_not_found'],
  example: {
    customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w',
    items: [{ article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w', quantity: 2 }],
  },
});
