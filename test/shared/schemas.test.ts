import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { mappingSchema, ruleSchema } from '../../importer/mapping/rules/mappingSchema.ts';
import { operations } from '../../shared/operations/index.ts';
import type { Fields } from '../../shared/resources/field.ts';

const ajv = new Ajv2020();

describe('schemas', () => {
  for (const [name, { input }] of Object.entries(operations))
    it(`${name} follows the meta schema, which no process checks`, () => {
      for (const [field, { schema }] of Object.entries<Fields[string]>(input))
        expect(ajv.validateSchema(schema), `${field}: ${ajv.errorsText()}`).to.equal(true);
    });

  for (const [name, schema] of Object.entries({ mappingSchema, ruleSchema }))
    it(`${name} of imports follows the meta schema, which no process checks`, () => {
      expect(ajv.validateSchema(schema), ajv.errorsText()).to.equal(true);
    });

  it('a schema with a mistake does not follow it', () => {
    expect(ajv.validateSchema({ type: 'text', maxLength: '3' })).to.equal(false);
  });
});
