import { exampleAddress, exampleIdents, exampleVersion } from './exampleRecords.ts';
import {
  listRules,
  newVersion,
  type OperationTexts,
  onCondition,
  refusedCursors,
  updateRules,
} from './textParts.ts';

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
  'address.read': {
    rules: [],
    answer: {
      address: exampleAddress,
    },
    refused: { address_not_found: { request: { address_ident: 'adr_unknown' }, data: null } },
  },
  'address.list': {
    rules: listRules({
      records: 'addresses',
      filters: 'with `customer_ident`, all addresses of a customer, which is compared as it was sent.',
      compared: '`delivery_country`, `created_from` and `created_to`',
      sorts: '`company` and `lastname` compare the first 64 characters in lower case.',
      ignoringCase: 'company or last name',
      letterByLetter: '',
    }),
    answer: { addresses: [exampleAddress], cursor: null },
    refused: refusedCursors,
  },
  'address.update': {
    rules: [
      ...updateRules,
      'The `version` of the customer changes too. To change both with `if_version`, change the customer first.',
      `${onCondition} ${newVersion}`,
    ],
    answer: { address_ident, delivery_city: 'Werder' },
    refused: {
      address_not_found: {
        request: { address_ident: 'adr_unknown', delivery_city: 'Werder' },
        data: null,
      },
      record_changed: {
        request: { address_ident, if_version: 'outdated', delivery_city: 'Werder' },
        data: { address_ident, version: exampleVersion },
      },
    },
  },
  'address.delete': {
    rules: [
      'The `version` of the customer changes too. If the customer was created with this address, its `divergent_delivery_address` is 0 from then on.',
      onCondition,
    ],
    answer: null,
    refused: {
      address_not_found: { request: { address_ident: 'adr_unknown' }, data: null },
      record_changed: {
        request: { address_ident, if_version: 'outdated' },
        data: { address_ident, version: exampleVersion },
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
