import { exampleIdents } from './exampleRecords.ts';
import type { OperationTexts } from './operationText.ts';

const { address: address_ident, customer: customer_ident } = exampleIdents;

export const addressTexts: OperationTexts<'address'> = {
  'address.create': {
    rules: [
      'In `customer.read`, the `delivery_*` fields of the customer remain those of the address that it was created with.',
    ],
    answer: { address_ident, customer_ident },
    refused: {
      customer_not_found: {
        request: { customer_ident: 'cus_unknown', delivery_city: 'Potsdam' },
        data: null,
      },
    },
  },
  'address.exists': {
    rules: ['The answer has the `address_ident` even if the address does not exist.'],
    answer: { address_ident },
    refused: {
      address_not_found: {
        request: { address_ident: 'adr_unknown' },
        data: { address_ident: 'adr_unknown' },
      },
    },
  },
};
