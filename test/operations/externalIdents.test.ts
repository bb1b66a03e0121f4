import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { recordEvents } from '../support/events.ts';
import { everythingOf } from '../support/everything.ts';
import { freshAccount } from '../support/fixtures.ts';
import { articleKind, customerKind, recordKinds } from '../support/recordKinds.ts';
import { runSet } from '../support/sets.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const refusal = { code: 'external_ident_exists', message: 'external_ident already exists' };

for (const kind of recordKinds) {
  const { resource, table, ident, type, text, needed, create } = kind;
  const imported = { ...needed, [type]: 'csv', external_account_name: 'shop', external_ident: 'E-1' };

  describe(`${resource}.create with an external_ident`, () => {
    const method = `${resource}.create` as const;
    const account = freshAccount();

    it('refuses one that the source has sent before, and names the record', async () => {
      const existing = await create(account, imported);
      const before = await everythingOf(account);

      const answer = await account.send(method, { ...imported, [text]: 'Berlin' });

      expectRefused(answer, method, { ...refusal, data: { [ident]: existing } });
      expect(await everythingOf(account)).to.deep.equal(before);
    });

    it('recognizes it after sanitizing, and as an integer', async () => {
      for (const [first, again] of [
        ['E-2', ' E-2\u0007 '],
        ['Mü', 'Mu\u0308'],
        ['4711', 4711],
      ]) {
        const existing = await create(account, { external_ident: first });

        const answer = await account.send(method, { ...needed, external_ident: again });

        expectRefused(answer, method, { ...refusal, data: { [ident]: existing } });
      }
    });

    for (const [what, other] of [
      ['another source type', { [type]: 'native' }],
      ['another account name', { external_account_name: 'other shop' }],
      ['no account name', { external_account_name: '' }],
      ['another case', { external_ident: 'e-1' }],
      ['an accent', { external_ident: 'É-1' }],
    ] as const)
      it(`accepts the same one with ${what}`, async () => {
        await create(account, imported);

        const made = await create(account, { ...imported, ...other });

        expect(await storedRow(table, account.id, { [ident]: made })).to.include({ ...imported, ...other });
      });

    it('accepts an empty one any number of times', async () => {
      for (const external_ident of ['', '', ' \t ', undefined])
        await create(account, { ...imported, external_ident });

      expect(await storedRows(table, account.id)).to.have.length(4);
    });

    it("accepts that of another account's record, and of another kind of record", async () => {
      const other = kind === customerKind ? articleKind : customerKind;
      const { external_ident, external_account_name } = imported;
      await create(await newAccount(), imported);
      await other.create(account, { [other.type]: 'csv', external_ident, external_account_name });

      await create(account, imported);

      expect(await storedRows(table, account.id)).to.have.length(1);
    });

    it('accepts it again after its record was deleted', async () => {
      await account.send(`${resource}.delete`, { [ident]: await create(account, imported) });

      await create(account, imported);

      expect(await storedRows(table, account.id)).to.have.length(1);
    });

    it('creates one record for one that is repeated in a set, at the first try', async () => {
      const stranger = await newAccount();
      const address = kind === customerKind ? { divergent_delivery_address: 1 } : {};
      const { emit, emitted } = recordEvents();

      const replies = await runSet(
        method,
        [account, stranger, account, account].map((each) => [each, { ...imported, ...address }] as const),
        emit,
      );

      const [row] = await storedRows(table, account.id);
      expect(emitted('set_retried')).to.deep.equal([]);
      expect(replies.map(({ response }) => response)).to.deep.equal([true, true, false, false]);
      expect(replies[2]?.data).to.deep.equal({ code: refusal.code, [ident]: row?.[ident] });
      expect(await storedRows(table, account.id)).to.have.length(1);
      expect(await storedRows('addresses', account.id)).to.have.length(kind === customerKind ? 1 : 0);
      expect(await storedRows(table, stranger.id)).to.have.length(1);
    });

    it('creates each record once when two imports of a file run at once [external-unique]', async () => {
      const lines = Array.from({ length: 20 }, (_, index) => ({ ...imported, external_ident: `E-${index}` }));
      const importer = () => Promise.all(lines.map((line) => account.send(method, line)));

      const runs = await Promise.all(Array.from({ length: 4 }, importer));

      expect(await storedRows(table, account.id)).to.have.length(lines.length);
      for (const [index, { external_ident }] of lines.entries()) {
        const row = await storedRow(table, account.id, { external_ident });
        const answers = runs.map((run) => run[index]?.envelope);
        expect(answers.filter((envelope) => envelope?.response)).to.have.length(1);
        for (const envelope of answers)
          expect(envelope?.data).to.include({
            ...(!envelope?.response && { code: refusal.code }),
            [ident]: row[ident],
          });
      }
    });
  });

  describe(`${resource}.update of the type of a record with an external_ident`, () => {
    const method = `${resource}.update`;
    const account = freshAccount();

    it('refuses a type in which another record has it', async () => {
      const existing = await create(account, imported);
      const moving = await create(account, { ...imported, [type]: 'native' });
      const before = await everythingOf(account);

      const answer = await account.send(method, { [ident]: moving, [type]: 'csv', [text]: 'Berlin' });

      expectRefused(answer, method, { ...refusal, data: { [ident]: existing } });
      expect(await everythingOf(account)).to.deep.equal(before);
    });

    for (const [what, fields] of [
      ['another account name', { ...imported, external_account_name: 'other shop' }],
      ['another external_ident', { ...imported, external_ident: 'E-2' }],
      ['no external_ident', { ...imported, external_ident: '' }],
    ] as const)
      it(`accepts the type of a record with ${what}`, async () => {
        await create(account, imported);
        const moving = await create(account, { ...fields, [type]: 'native' });

        await account.send(method, { [ident]: moving, [type]: 'csv' });

        expect(await storedRow(table, account.id, { [ident]: moving })).to.include({ [type]: 'csv' });
      });

    it('accepts the type that the record has', async () => {
      const own = { [ident]: await create(account, imported), [type]: 'csv' };

      expectDone(await account.send(method, own), method, `${resource} updated`, own);
    });

    it('accepts one of many records that move to the same type', async () => {
      const types = Array.from({ length: 12 }, (_, index) => `source ${index}`);
      const made = await Promise.all(types.map((each) => create(account, { ...imported, [type]: each })));

      const answers = await Promise.all(
        made.map((each) => account.send(method, { [ident]: each, [type]: 'csv' })),
      );

      const moved = await storedRows(table, account.id, { [type]: 'csv' });
      const refusals = answers.filter(({ code }) => code === refusal.code);
      expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
      expect(refusals).to.have.length(11);
      for (const { envelope } of refusals)
        expect(envelope.data).to.deep.equal({ code: refusal.code, [ident]: moved[0]?.[ident] });
      expect(moved).to.have.length(1);
    });
  });
}
