import { expect } from 'chai';
import { counterfoil, RequestError } from '../../client/webClient.ts';
import { thrown } from '../support/thrown.ts';

const right = { url: 'https://invoices.example', appId: 'app_1', apiSecret: 'secret' };

describe('counterfoil', () => {
  const wrong: readonly (readonly [what: string, options: unknown, message: RegExp])[] = [
    ['no options', undefined, /needs an object with url, appId and apiSecret/],
    ['no url', { ...right, url: undefined }, /url must be an address such as https:\/\/invoices\.example/],
    [
      'a url without https://',
      { ...right, url: 'invoices.example' },
      /url must be .*, not "invoices.example"/,
    ],
    ['a url of something else', { ...right, url: 'ftp://invoices.example' }, /url must be an address/],
    ['a url with a password', { ...right, url: 'http://a:b@c' }, /no user, password, query or fragment/],
    ['no app id', { ...right, appId: '' }, /appId is missing: `counterfoil app create` prints it/],
    ['a secret that is not a text', { ...right, apiSecret: 7 }, /apiSecret must be a string/],
    ['an unknown option', { ...right, timeout: 1 }, /unknown option timeout: the options are url, /],
    ['a deadline as text', { ...right, deadlineMs: '30s' }, /deadlineMs must be a number of milliseconds/],
    ['no time', { ...right, timeoutMs: 0 }, /timeoutMs must be a number of milliseconds from 1/],
    ['a fraction of a repeat', { ...right, repeats: 1.5 }, /repeats must be an integer of at least 0/],
    ['repeats that are not a number', { ...right, repeats: Number.NaN }, /repeats must be an integer/],
    ['no connection', { ...right, connections: 0 }, /connections must be an integer of at least 1/],
    ['a fetch that is none', { ...right, fetch: 'fetch' }, /fetch must be a function/],
  ];
  for (const [what, options, message] of wrong)
    it(`refuses ${what}`, () => {
      expect(() => counterfoil(options as typeof right)).to.throw(TypeError, message);
    });

  it('names everything that is wrong, and never the secret', () => {
    const open = () => counterfoil({ url: 'x', appId: '', apiSecret: 'geheim\n' });

    expect(open).to.throw(TypeError, /url .*; appId .*; apiSecret /);
    expect(open).to.not.throw(/geheim/);
  });

  it('takes undefined for the default', () => {
    const undefinedOptions = { deadlineMs: undefined, timeoutMs: undefined, repeats: undefined };

    expect(() => counterfoil({ ...right, ...undefinedOptions, connections: undefined })).to.not.throw();
  });

  it('refuses requests that are none, which JavaScript does not', async () => {
    const client = counterfoil({ ...right, fetch: () => Promise.reject(new Error('sent')) });

    for (const request of [undefined, null, 'cus_1'])
      expect(await thrown(() => client.customer.read(request as never))).to.be.instanceOf(TypeError);
    expect(await thrown(() => client.batch({} as never))).to.be.instanceOf(TypeError);
  });

  it('refuses wrong options of a call, and sends nothing', async () => {
    const client = counterfoil({ ...right, fetch: () => Promise.reject(new Error('sent')) });

    for (const options of [{ deadlineMs: 0 }, { signal: {} as AbortSignal }])
      expect(await thrown(() => client.customer.create({}, options))).to.be.instanceOf(TypeError);
    const misspelled = { idempotencykey: 'x' } as object;
    expect(await thrown(() => client.customer.create({}, misspelled)))
      .to.be.instanceOf(TypeError)
      .and.to.have.property('message')
      .that.matches(/^unknown option idempotencykey: the options of a call are idempotencyKey, /);
    for (const idempotencyKey of ['', 'a b', '\u00e4', 'x'.repeat(256)])
      expect(await thrown(() => client.customer.create({}, { idempotencyKey })))
        .to.be.instanceOf(RequestError)
        .and.to.include({ code: 'idempotency_key_malformed', attempts: 0 });
  });
});
