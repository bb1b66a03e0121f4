import Type from 'typebox';
import { customerFields } from '../resources/customer.ts';
import { allOptional, emptyNumber, notEmpty } from '../resources/field.ts';
import { importSource } from '../resources/importSource.ts';
import { missingKey, putResult } from '../resources/put.ts';
import { operation } from './operation.ts';

export const customerPut = operation({
  name: 'customer.put',
  summary:
    'Creates a customer, or changes the sent fields of the one with the same external ident or number.',
  kind: 'writes',
  input: {
    ...importSource,
    ...allOptional(customerFields),
    customer_nr: notEmpty(customerFields.customer_nr, emptyNumber),
  },
  refusesOthers: true,
  check: (input) => missingKey(input, 'customer_nr'),
  assigns: { customer_ident: 'cus' },
  answer: Type.Object({ customer_ident: Type.String(), result: putResult }),
  success: 'customer put',
  refusals: ['number_repeats', 'external_ident_exists'],
  example: {
    external_ident: '4712',
    customer_type: 'shop',
    bill_company: 'Muster GmbH',
    bill_city: 'Berlin',
  },
});
