import { expect } from 'chai';
import { linesWithoutReason } from './unreachedLines.ts';

describe('lines that no test reaches', () => {
  const source = [
    'try {',
    '  work();',
    '} catch (error) {',
    '  /* v8 ignore next -- the disk would have to be full. */',
    '  // Reported once.',
    '  report(error);',
    '  if (isLast) {',
    '    end();',
    '  }',
    '',
    '  start();',
    '}',
    'finish();',
    '/* v8 ignore next */',
    'never();',
    '/* v8 ignore next -- nobody makes one. */',
    'class Unused {',
    '  one = 1;',
    '',
    '  two = 2;',
    '}',
    '',
    'after();',
    'const handlers = {',
    '  /* v8 ignore next -- nothing causes it. */',
    '  crashed: () => count(),',
    '  ended: () => count(),',
    '  failed: () => count(),',
    '};',
  ].join('\n');

  it('are excused by a reason above them, to the end of the block, an empty line, or a line that was reached', () => {
    const counts = { 2: 1, 6: 0, 7: 0, 8: 0, 11: 0, 13: 0, 15: 0, 18: 0, 20: 0, 23: 0, 26: 0, 27: 1, 28: 0 };

    expect(linesWithoutReason(source, counts)).to.deep.equal([11, 13, 15, 23, 28]);
  });

  it('are none if all were reached', () => {
    expect(linesWithoutReason(source, { 2: 1, 6: 3 })).to.deep.equal([]);
  });
});
