import { expect } from 'chai';
import { operationTexts } from '../../docs/generate/texts/operationTexts.ts';

/** `DataByCode` is a type, so these lists stand for it: what `data` of each refusal has. */
const namesByCode: Readonly<Record<string, RegExp>> = {
  field_invalid: /^errors$/,
  record_changed: /^(?:(?:customer|address|article)_ident|version)$/,
  value_exists: /./,
  external_ident_exists: /^(?:customer|address|article)_ident$/,
};

/** The examples of docs/api.md, which a test sends to a real service. */
const refused = Object.entries(operationTexts).flatMap(([name, { refused: examples }]) =>
  Object.entries(examples).map(([code, { data }]) => ({ name, code, data: data as object | null })),
);

describe('data of a refusal', () => {
  for (const { name, code, data } of refused.filter(({ name }) => !name.endsWith('.exists')))
    it(`${code} of ${name} has the type that its code says`, () => {
      const names = namesByCode[code];

      if (!names) expect(data).to.equal(null);
      else for (const field of Object.keys(data ?? { 'no data': 0 })) expect(field).to.match(names);
    });
});
