import { expect } from 'chai';
import { newIdent } from '../../shared/contract/values/idents.ts';
import { summarize } from '../../shared/runtime/process/log.ts';
import { nowUtc } from '../../workers/stores/time.ts';
import { database } from '../support/servers.ts';

const secret = 'erika.mustermann@example.com';

describe('summary of an error', () => {
  const values: readonly [string, string][] = [
    ['a value', secret],
    ['a value of several lines', `one\n${secret}\ntwo`],
    ['a value that looks like a place in the code', `x\n    at ${secret}`],
    ['a value that looks like a place in a file', `x\n    at ${secret} (file:///${secret}:1:1)`],
    ['a value with patterns of replacement', `$& $1 $\` ${secret}`],
  ];
  for (const [what, value] of values) {
    it(`of the database about ${what} holds its code and neither SQL nor value`, async () => {
      const row = {
        name: secret,
        term_of_credit: 0,
        number_start: 1,
        time_zone: 'UTC',
        date_created: nowUtc(Date),
      };
      const account_ident = `${newIdent('acc')}${value}`.slice(0, 64);
      await database()('accounts').insert({ ...row, account_ident });

      const error = await database()('accounts')
        .insert({ ...row, account_ident })
        .catch((failure) => failure);

      expect(error.message).to.include('insert into').and.to.include(secret);
      expectNoValue(summarize(error));
      expect(summarize(error).code).to.equal('ER_DUP_ENTRY');
    });

    it(`with ${what} in its message holds none of it`, () => {
      const error = new TypeError(value);

      expectNoValue(summarize(error));
      expect(summarize(error).code).to.equal('TypeError');
    });

    it(`with ${what} in a message that was changed when the stack had been read holds none of it`, () => {
      const error = new Error(value);
      expect(error.stack).to.include(value);
      error.message = `insert into customers - ${error.message}`;

      expectNoValue(summarize(error));
    });

    it(`with ${what} in its message and no stack holds none of it`, () => {
      const error = new Error(value);
      error.stack = `Error: ${value}`;

      expectNoValue(summarize(error));
    });
  }

  it('reports the place in the code', () => {
    expect(summarize(new Error('one\ntwo')).at).to.match(/^at .*log\.test\.ts:\d+:\d+\)?$/);
  });

  it('reports the place in the code of an error without a message', () => {
    expect(summarize(new AggregateError([])).at).to.match(/^at .*log\.test\.ts:\d+:\d+\)?$/);
  });

  it('reports the code of a system error', () => {
    expect(summarize(Object.assign(new Error(secret), { code: 'ECONNREFUSED' }))).to.include({
      code: 'ECONNREFUSED',
    });
  });

  const reasons = [
    { name: 'ReplyError', message: `WRONGPASS invalid username-password pair ${secret}`, code: 'WRONGPASS' },
    { name: 'ReplyError', message: `NOAUTH Authentication required. ${secret}`, code: 'NOAUTH' },
    { name: 'ReplyError', message: 'NOPERM: default has no rights', code: 'NOPERM' },
    { name: 'ReplyError', message: `${secret} WRONGPASS`, code: 'ReplyError' },
    { name: 'Error', message: `WRONGPASS ${secret}`, code: 'Error' },
    { name: 'Error', message: 'Connection is closed.', code: 'CONNECTION_CLOSED' },
    { name: 'Error', message: `Socket timeout. ${secret}`, code: 'SOCKET_TIMEOUT' },
  ];
  for (const { name, message, code } of reasons)
    it(`reports the reason of Redis or of its client: ${code} of ${name}`, () => {
      expect(summarize(Object.assign(new Error(message), { name })).code).to.equal(code);
    });

  it('reports the name of an error whose code is not a string', () => {
    expect(summarize(Object.assign(new RangeError(secret), { code: { secret } })).code).to.equal(
      'RangeError',
    );
  });

  for (const thrown of [secret, null, undefined, { message: secret }]) {
    it(`reports only the type of a value that is not an error: ${typeof thrown}`, () => {
      expect(summarize(thrown)).to.deep.equal({ code: typeof thrown });
    });
  }

  function expectNoValue(summary: object): void {
    expect(JSON.stringify(summary)).to.not.include('erika').and.to.not.include('insert');
  }
});
