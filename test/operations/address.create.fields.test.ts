import { addressCreate, itKeepsTheRules } from '../support/fieldRules.ts';
import { deliveryRows } from '../support/fieldTable.ts';

describe('address.create fields', () => {
  itKeepsTheRules(deliveryRows, addressCreate);
});
