import { expect } from 'chai';
import { RunHistory } from '../../../importer/journal/runs.ts';
import { cleanUp, emptyFolder } from '../../support/dataFolders.ts';

describe('a recorded run', () => {
  after(cleanUp);

  it('is not continued by an import while its undo is not finished', async () => {
    const history = new RunHistory(await emptyFolder());
    const start = { target: 'app', file: 'list.csv', resource: 'articles', journal: undefined } as const;
    const run = await history.begin('id', false, start);
    const continued = await history.begin('id', true, start);
    await history.save({ ...run, state: 'undoing' });

    const error = await history.begin('id', true, start).catch((thrown: Error) => thrown);

    expect(continued.number).to.equal(1);
    expect(error)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/^run 1 of this file is undone in part: finish it with `counterfoil import undo 1`/);
  });
});
