import { expect } from 'chai';
import { upFrom } from '../support/articles.ts';
import { twoGateways } from '../support/fixtures.ts';
import { recordKinds } from '../support/recordKinds.ts';
import { storedRow, storedRows } from '../support/stored.ts';

describe('puts through two gateways and two workers (races)', function () {
  // Writes of one record commit one after the other, which takes long on a slow disk.
  this.timeout(120_000);
  const { account, send: sendTo } = twoGateways({ callDeadlineMs: 60_000, requestTimeoutMs: 65_000 });

  const send = async (index: number, method: string, body: object) => {
    const { envelope } = await sendTo(index, method, body);
    const call = `${method} ${JSON.stringify(body)}: ${JSON.stringify(envelope)}`;
    expect(envelope.response, call).to.equal(true);
    return envelope.data as Readonly<Record<string, string>>;
  };

  for (const { resource, table, ident, number, text, needed } of recordKinds) {
    const method = `${resource}.put`;

    for (const [how, keyOf] of [
      ['source', (round: number) => ({ external_ident: `E-${round}` })],
      ['number', (round: number) => ({ [number]: `N-${round}` })],
    ] as const)
      it(`${method} of one ${how}: exactly one of 100 creates the record, the others change it`, async () => {
        for (let round = 0; round < 10; round += 1) {
          const bodies = upFrom(0, 100).map((index) => ({ ...needed, ...keyOf(round), [text]: `${index}` }));

          const answers = await Promise.all(bodies.map((body, index) => send(index, method, body)));

          const results = answers.map((data) => data.result);
          const row = await storedRow(table, account.id, keyOf(round));
          expect(results.filter((result) => result === 'created')).to.have.length(1);
          expect(results.filter((result) => result === 'updated')).to.have.length(99);
          expect(new Set(answers.map((data) => data[ident]))).to.deep.equal(new Set([row[ident]]));
          expect(row).to.include({ revision: 99 });
        }
      });

    it(`${method} of one record, by its source and by its number, loses no change`, async () => {
      const both = { ...needed, external_ident: 'E-1', [number]: 'N-1' };
      await send(0, method, both);
      const keys = [{ external_ident: 'E-1' }, { [number]: 'N-1' }];

      const answers = await Promise.all(
        upFrom(0, 200).map((index) => send(index, method, { ...keys[(index >> 1) % 2], [text]: `${index}` })),
      );

      expect(new Set(answers.map((data) => data.result))).to.deep.equal(new Set(['updated']));
      expect(await storedRow(table, account.id, {})).to.include({ revision: 200 });
    });

    it(`${method} of a record that others delete creates it anew each time`, async () => {
      const body = { ...needed, external_ident: 'E-1' };
      let created = 0;
      let deleted = 0;

      const work = upFrom(0, 200).map(async (index) => {
        const made = await send(index, method, { ...body, [text]: `${index}` });
        if (made.result === 'created') created += 1;
        expect(made.result).to.be.oneOf(['created', 'updated']);
        const { envelope } = await sendTo(index >> 1, `${resource}.delete`, { [ident]: made[ident] });
        if (envelope.response) deleted += 1;
      });
      await Promise.all(work);

      expect(created).to.be.above(1);
      expect(created - deleted).to.equal((await storedRows(table, account.id)).length);
    });
  }
});
