import { expect } from 'chai';
import { inputReader } from '../../shared/contract/input/reader.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { expectRefused } from '../support/answers.ts';
import { everythingOf } from '../support/everything.ts';
import { sharedAccount } from '../support/fixtures.ts';

const contracts: readonly AnyOperation[] = Object.values(publicOperations);

/** Returns the errors of fields that a request without fields lacks. */
const missingOf = (contract: AnyOperation) => {
  const reading = inputReader(contract)({});
  return 'fieldErrors' in reading ? reading.fieldErrors.filter(({ code }) => code === 'field_required') : [];
};

describe('a misspelled name of a field', () => {
  const account = sharedAccount();

  for (const { name, example } of contracts)
    it(`is refused by ${name} beside right fields, and nothing is written`, async () => {
      const before = await everythingOf(account);

      const answer = await account.send(name, { ...example, misspelled: 'Tea' });

      const fault = { field: 'misspelled', code: 'field_unknown', message: 'unknown field: misspelled' };
      expectRefused(answer, name, { ...fault, data: { errors: [fault] } });
      expect(await everythingOf(account)).to.deep.equal(before);
    });

  for (const contract of contracts.filter((each) => missingOf(each).length > 0))
    it(`is named by ${contract.name}, before required fields that are missing`, async () => {
      const missing = missingOf(contract);
      const message = 'unknown field: misspelled';

      const { code, envelope } = await account.send(contract.name, { misspelled: 'Tea' });

      expect({ code, message: envelope.message }).to.deep.equal({ code: 'field_unknown', message });
      expect(envelope.data).to.deep.equal({
        code: 'field_unknown',
        errors: [{ field: 'misspelled', code: 'field_unknown', message }, ...missing],
      });
    });

  it('is named by batch.run', async () => {
    const { envelope } = await account.send('batch.run', { operation: [] });

    expect(envelope.message).to.equal('unknown field: operation');
  });

  it('leaves room for what is missing among many unknown names', async () => {
    const names = Array.from({ length: 300 }, (_, index) => [`misspelled_${index}`, 1]);

    const { envelope } = await account.send('article.create', Object.fromEntries(names));
    const { errors, more } = envelope.data as { errors: { field: string }[]; more: number };

    expect([errors.length, errors.at(-1)?.field, more]).to.deep.equal([100, 'article_title', 201]);
  });
});
