import { expect } from 'chai';
import { freshAccount } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import type { RawAnswer } from '../../support/rawConnection.ts';
import { post } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';

const method = 'customer.create';

describe('body', () => {
  const account = freshAccount();

  const create = (body: string | Uint8Array): Promise<RawAnswer> => post(account, { method, body });

  const malformed: readonly [string, string | Uint8Array][] = [
    ['nothing', ''],
    ['blanks', ' \r\n\t '],
    ['half an object', '{"bill_city":"Kiel"'],
    ['two objects', '{}{}'],
    ['an object and something behind it', '{}x'],
    ['an object and a NUL behind it', '{}\0'],
    ['a comma too many', '{"bill_city":"Kiel",}'],
    ['single quotes', "{'bill_city':'Kiel'}"],
    ['a comment', '{/**/}'],
    ['a raw line feed in a string', '{"bill_city":"Ki\nel"}'],
    ['NaN', '{"term_of_credit":NaN}'],
    ['an array', '[]'],
    ['an array of objects', '[{"bill_city":"Kiel"}]'],
    ['a string', '"bill_city"'],
    ['a number', '1'],
    ['true', 'true'],
    ['null', 'null'],
    ['a byte order mark', '\uFEFF{}'],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['Latin-1', Buffer.from('{"bill_city":"Köln"}', 'latin1')],
    ['a UTF-8 sequence cut short', Buffer.from('{"bill_city":"K\u00f6', 'utf8').subarray(0, -1)],
    ['an overlong UTF-8 sequence', bytesIn('{"bill_city":"', [0xc0, 0xaf], '"}')],
    ['a surrogate in UTF-8', bytesIn('{"bill_city":"', [0xed, 0xa0, 0x80], '"}')],
    ['invalid UTF-8 in a field that is ignored', bytesIn('{"address_data":"', [0xff], '"}')],
    ['__proto__', '{"__proto__":{"bill_city":"Kiel"}}'],
    ['__proto__ that is not an object', '{"__proto__":null}'],
    ['__proto__ at any depth', '{"address_data":[{"a":{"__proto__":{}}}]}'],
    ['__proto__ with escapes', '{"\\u005f_proto\\u005F_":{}}'],
    ['__proto__ in escapes alone', '{"\\u005f\\u005f\\u0070\\u0072\\u006f\\u0074\\u006f\\u005f\\u005f" : 1}'],
    ['a number beyond range', '{"term_of_credit":1e400}'],
    ['a negative number beyond range', '{"term_of_credit":-1E+400}'],
    ['a number beyond range in a field that is ignored', '{"address_data":[{"a":[1e400]}]}'],
    ['a number beyond range in digits alone', `{"term_of_credit":${'9'.repeat(310)}}`],
    ['a number beyond range in digits and a small exponent', `{"term_of_credit":1${'0'.repeat(250)}e99}`],
    ['a number beyond range with decimals', `{"term_of_credit":1${'0'.repeat(300)}.5e9}`],
  ];
  for (const [what, body] of malformed) {
    it(`of ${what} is refused and nothing is created [status-4xx]`, async () => {
      const answer = await create(body);

      expectHttpRejection(answer, 'body_malformed', method);
      expect(await storedRows('customers', account.id)).to.be.empty;
    });
  }

  const fine: readonly [string, string][] = [
    ['blanks around it', '\n { } \t'],
    ['a property of every object', '{"address_data":{"constructor":{"prototype":{}},"toString":1}}'],
    ['__proto__ as a value', '{"bill_company":"__proto__"}'],
    ['__proto__ and quotes in a value', '{"bill_company":"\\"__proto__\\":1"}'],
    ['what looks like a number beyond range in a value', '{"bill_company":"1e400"}'],
  ];
  for (const [what, body] of fine) {
    it(`with ${what} is accepted`, async () => {
      const { status, body: answered } = await create(body);

      expect({ status, ...JSON.parse(answered) }).to.include({ status: 200, response: true });
    });
  }

  it('with a repeated key counts the last value, as JSON.parse does', async () => {
    await create('{"bill_city":"Kiel","bill_city":"K\u00f6ln"}');

    expect((await storedRows('customers', account.id)).map(({ bill_city }) => bill_city)).to.deep.equal([
      'Köln',
    ]);
  });

  it('refuses the name of a property that every object has as an unknown field', async () => {
    const answer = await create('{"constructor":{"prototype":{"bill_city":"Kiel"}}}');

    expect(answer).to.deep.include({ status: 200 });
    expect(JSON.parse(answer.body)).to.include({ response: false, message: 'unknown field: constructor' });
  });

  for (const [kind, open, close] of [
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ] as const) {
    const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;

    it(`with 100,000 nested ${kind} is accepted in an ignored field`, async () => {
      const { status, body } = await create(`{"address_data":${deep}}`);

      expect({ status, ...JSON.parse(body) }).to.include({ status: 200, response: true });
    });

    it(`with 100,000 nested ${kind} is refused in a field that is read`, async () => {
      const { status, headers } = await create(`{"bill_city":${deep}}`);

      expect({ status, code: headers['x-svc-error'] }).to.deep.equal({ status: 200, code: 'field_invalid' });
    });

    it(`with 100,000 nested ${kind} and a number beyond range is refused`, async () => {
      expectHttpRejection(
        await create(`{"address_data":${deep.replace('1', '1e400')}}`),
        'body_malformed',
        method,
      );
    });
  }

  it('with 50,000 unknown fields is refused', async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `"no_${index}":1`);

    const { status, headers } = await create(`{${names.join()}}`);

    expect({ status, code: headers['x-svc-error'] }).to.deep.equal({ status: 200, code: 'field_unknown' });
  });
});

function bytesIn(before: string, bytes: readonly number[], after: string): Buffer {
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}
