import { customerUpdate, itKeepsTheRules } from '../support/fieldRules.ts';
import { customerRows } from '../support/fieldTable.ts';

describe('customer.update fields', () => {
  itKeepsTheRules(customerRows, customerUpdate);
});
