import { expect } from 'chai';
import { explain, OperatorError } from '../../../../shared/runtime/process/explain.ts';

describe('explain', () => {
  const errors = [
    { error: new OperatorError('for the operator'), line: 'for the operator' },
    { error: new Error('first\nsecond'), line: 'first' },
    { error: 'a string', line: 'a string' },
    {
      error: Object.assign(new AggregateError([{ address: '::1', port: 3306 }]), { code: 'ECONNREFUSED' }),
      line: 'the database at [::1]:3306 does not answer: is it running?',
    },
    ...['ENOTFOUND', 'EAI_AGAIN'].map((code) => ({
      error: Object.assign(new Error('getaddrinfo'), { code, hostname: 'db.example' }),
      line: 'the host name db.example cannot be resolved: check HOST and DATABASE_URL',
    })),
  ];
  for (const { error, line } of errors)
    it(`tells of ${String(error).split('\n')[0]} ${(error as { code?: string }).code ?? ''} in one line`, () => {
      expect(explain(error)).to.equal(line);
    });
});
