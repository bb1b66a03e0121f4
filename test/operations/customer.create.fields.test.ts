import { customerCreate, deliveryCreate, itKeepsTheRules } from '../support/fieldRules.ts';
import { customerRows, deliveryRows, sourceRows } from '../support/fieldTable.ts';

describe('customer.create fields', () => {
  itKeepsTheRules(customerRows, customerCreate);
});

describe('customer.create source fields', () => {
  itKeepsTheRules(sourceRows, customerCreate);
});

describe('customer.create delivery fields', () => {
  itKeepsTheRules(deliveryRows, deliveryCreate);
});
