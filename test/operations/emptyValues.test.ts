import { expect } from 'chai';
import { inputReader } from '../../shared/contract/input/reader.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { Field } from '../../shared/contract/resources/field.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { storedRow } from '../support/stored.ts';

/** Effect of an empty string or null, as the table of docs/api.md#empty-values says. */
type Effect = 'refused' | 'missing' | 'unsent' | 'default' | 'cleared' | 'generated';

const lookups: Readonly<Record<string, readonly string[]>> = {
  'article.read': ['article_identifier', 'article_sku', 'article_ean'],
  'customer.read': ['customer_identifier', 'customer_nr', 'external_ident', 'bill_email'],
};

function promised(contract: AnyOperation, field: string, value: '' | null): Effect {
  const { name } = contract;
  if ((lookups[name] ?? []).includes(field) || ['search', 'query'].includes(field)) return 'unsent';
  if (
    requiredOf(contract).includes(field) ||
    (['article.update', 'article.put'].includes(name) && field === 'article_title' && value === '')
  )
    return 'missing';
  if (name.endsWith('.put') && field === 'external_ident' && value === '') return 'missing';
  if (name === 'webhook.update' && field === 'url') return 'missing';
  if (value === null || refusedWhenEmpty.test(field)) return 'refused';
  if (field.endsWith('_type')) return 'default';
  if (field.endsWith('_nr') && field !== 'bill_vat_nr')
    return name.endsWith('.create') ? 'generated' : 'missing';
  return 'cleared';
}

/** Numbers, codes, times, objects, lists and names of fields; cursors and versions. */
const refusedWhenEmpty =
  /^(is_business_client|divergent_delivery_address|.*_title$(?<!article_title)|term_of_credit|.*_(unit|price|rate)|date_created|validate|limit|sort|total|wait_ms|filter|cursor|after|fields|resources|kinds|erase|enabled|secret)$/;

/** A read without any other field to look up by needs its ident, too. */
function requiredOf({ name, input }: AnyOperation): readonly string[] {
  const [resource, verb] = name.split('.');
  if (verb === 'find') return ['by', 'values'];
  if (name === 'article.create') return ['article_title'];
  if (name === 'webhook.create') return ['url'];
  if (name === 'address.create') return ['customer_ident'];
  const ident = `${resource}_ident`;
  return ident in input ? [ident] : [];
}

function effectOf(contract: AnyOperation, field: string, value: '' | null): Effect {
  const flag = contract.onlyWith ? { [contract.onlyWith.flag]: 1 } : {};
  const reading = inputReader(contract)({ ...contract.example, ...flag, [field]: value });
  if ('fieldErrors' in reading)
    return reading.fieldErrors[0]?.code === 'field_required' ? 'missing' : 'refused';
  const clean = (reading.input as Readonly<Record<string, unknown>>)[field];
  if (clean === undefined) return 'unsent';
  if (clean !== '') return 'default';
  if ((lookups[contract.name] ?? []).includes(field)) return 'unsent';
  return /^(customer|article)_nr$/.test(field) ? 'generated' : 'cleared';
}

describe('an empty value', () => {
  for (const contract of Object.values(publicOperations) as readonly AnyOperation[])
    for (const field of Object.keys(contract.input as Readonly<Record<string, Field>>))
      for (const value of ['', null] as const)
        it(`${JSON.stringify(value)} of ${field} in ${contract.name} has the effect of the table`, () => {
          const expected = field === 'if_version' ? 'missing' : promised(contract, field, value);
          expect(effectOf(contract, field, value)).to.equal(expected);
        });

  for (const name of ['article.list', 'customer.list', 'address.list'] as const)
    for (const member of Object.keys(publicOperations[name].input.filter.members ?? {})) {
      const isIdentOrRange = /_ident$|_from$|_to$/.test(member);
      const readWith = (value: '' | null) =>
        inputReader(publicOperations[name])({ filter: { [member]: value } });

      it(`"" of filter.${member} in ${name} ${isIdentOrRange ? 'is refused' : 'looks for records without it'}`, () => {
        expect('fieldErrors' in readWith('')).to.equal(isIdentOrRange);
      });

      it(`null of filter.${member} in ${name} is refused`, () => {
        expect(readWith(null)).to.have.nested.property('fieldErrors[0].field', `filter.${member}`);
      });
    }

  describe('at a gateway', () => {
    const account = sharedAccount();

    for (const resource of ['customer', 'article'] as const)
      it(`does not erase the number of the ${resource}`, async () => {
        const title = resource === 'article' ? { article_title: 'Tea' } : {};
        const created = await account.send(`${resource}.create`, title);
        const ident = {
          [`${resource}_ident`]: (created.envelope.data as Record<string, string>)[`${resource}_ident`],
        };
        const number = `${resource}_nr`;

        const { code, envelope } = await account.send(`${resource}.update`, { ...ident, [number]: '' });

        expect([code, envelope.message]).to.deep.equal([
          'field_required',
          `${number} is empty: send a number, or omit the field to keep it`,
        ]);
        expect((await storedRow(`${resource}s`, account.id, ident))[number]).to.match(/^\d+$/);
      });

    it('stands for the default type', async () => {
      const { article_ident } = await account.client.article.create({
        article_title: 'Tea',
        article_type: '',
      });
      const updated = await account.client.article.update({ article_ident, article_type: '' });

      expect(updated.article_type).to.equal('native');
      expect(await storedRow('articles', account.id, { article_ident })).to.include({
        article_type: 'native',
      });
    });

    for (const method of ['customer.list', 'article.list', 'address.list'])
      it(`is not a cursor of ${method}: a loop that sends it would never end`, async () => {
        for (const cursor of ['', null, ' ']) {
          const { code, envelope } = await account.send(method, { cursor });
          expect(code).to.equal('field_invalid');
          expect(envelope.message).to.match(
            /^cursor must be the cursor of an earlier answer: omit it to begin/,
          );
        }
      });

    it('is not a cursor of changes.list: changes would be missed', async () => {
      for (const after of ['', null])
        expect(await account.send('changes.list', { after })).to.include({ code: 'field_invalid' });
    });
  });
});
