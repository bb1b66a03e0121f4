import { expect } from 'chai';
import { fieldsOf } from '../../../importer/mapping/rules/resourceFields.ts';
import { mapValues } from '../records.ts';

/** A verb or an option that says what to do. */
const remedy = /\b(?:correct|translate|set|export|choose|write|add|leave)\b|--[a-z]/;

describe('importer: what a refused value says', () => {
  const rows = {
    articles: { article_title: 'Tea', article_tax_rate: '19' },
    customers: { customer_nr: '1' },
  } as const;
  const wrong = ['§§', '1,23457E+11', '#NV', '12 of 13', 'NA'];

  for (const resource of ['articles', 'customers'] as const)
    it(`names the field and the remedy, for each field of ${resource}`, () => {
      let refused = 0;
      for (const field of Object.keys(fieldsOf[resource]))
        for (const text of wrong) {
          const mapped = mapValues(resource, { ...rows[resource], [field]: text });
          if (!('fault' in mapped)) continue;
          refused += 1;
          const { message } = mapped.fault;
          expect(message.startsWith(`${field}: `), message).to.equal(true);
          expect(message.slice(field.length).replace(/"[^"]*"/g, ''), message).to.match(remedy);
        }
      expect(refused).to.be.greaterThan(10);
    });
});
