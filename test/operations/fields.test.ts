import * as rules from '../support/fieldRules.ts';
import { articleRows, customerRows, deliveryRows, type FieldRow, sourceRows } from '../support/fieldTable.ts';

const written: readonly (readonly [
  what: string,
  rows: readonly FieldRow[],
  write: typeof rules.customerCreate,
])[] = [
  ['customer.create', customerRows, rules.customerCreate],
  ['customer.create, of its source', sourceRows, rules.customerCreate],
  ['customer.create, of its delivery address', deliveryRows, rules.deliveryCreate],
  ['customer.update', customerRows, rules.customerUpdate],
  ['address.create', deliveryRows, rules.addressCreate],
  ['address.update', deliveryRows, rules.addressUpdate],
  ['article.create', articleRows, rules.articleCreate],
  ['article.create, of its source', sourceRows, rules.articleCreate],
  ['article.update', articleRows, rules.articleUpdate],
];

for (const [what, rows, write] of written)
  describe(`fields of ${what}`, () => {
    rules.itKeepsTheRules(rows, write);
  });
