import { expect } from 'chai';
import { emptyTally } from '../../importer/journal/tally.ts';
import { progressLine, type RunState } from '../../importer/report/progress.ts';

describe('the progress of an import', () => {
  let ms = 0;
  const bytes = 1_000;
  const shownAfter = (nowMs: number, line: () => string) => {
    ms = nowMs;
    return line();
  };
  const lineOf = (state: () => Partial<RunState>) =>
    progressLine(
      () => ({
        tally: emptyTally(),
        rowsBefore: 0,
        rowsRead: 0,
        bytesRead: 0,
        bytes,
        waiting: undefined,
        ...state(),
      }),
      false,
      () => ms,
    );
  const tallyOf = (rows: number) => ({ ...emptyTally(), rows });

  it('estimates the time left by the speed since the first rows, not since the start', () => {
    let rows = 0;
    const line = lineOf(() => ({ tally: tallyOf(rows), rowsRead: rows, bytesRead: rows }));

    expect(shownAfter(10_000, line)).to.match(/estimating the time left$/);
    rows = 100;
    expect(shownAfter(20_000, line)).to.match(/^10 % · 100 rows · .* · estimating the time left$/);
    rows = 200;
    expect(shownAfter(21_000, line)).to.match(/estimating the time left$/);
    rows = 500;
    expect(shownAfter(24_000, line)).to.match(/^50 % · .* · 5\.0 s left$/);
  });

  it('does not count the rows of an earlier run as work of this one', () => {
    let rows = 800;
    const line = lineOf(() => ({ tally: tallyOf(rows), rowsBefore: 800, rowsRead: rows, bytesRead: rows }));

    expect(shownAfter(1_000, line)).to.match(/estimating the time left$/);
    rows = 810;
    expect(shownAfter(2_000, line)).to.match(/estimating the time left$/);
    rows = 850;
    expect(shownAfter(6_000, line)).to.match(/ · 15 s left$/);
  });

  it('says what the import waits for instead', () => {
    expect(
      shownAfter(
        0,
        lineOf(() => ({ waiting: 'overload' })),
      ),
    ).to.match(/ · waiting: overload$/);
  });
});
