import { expect } from 'chai';
import { newApp, setPolicy } from '../../support/apps.ts';
import { sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection, type HttpCode } from '../../support/httpRejections.ts';
import { drawing } from '../../support/random.ts';
import { type Difference, post } from '../../support/rawRequest.ts';
import { signedV2 } from '../../support/signatures.ts';

const tooLarge = ' '.repeat(1_048_577);
const noHeader = { 'X-Svc-Method': undefined };
const path = '/api/v1/customer.exists';

describe('the path of an operation', () => {
  const account = sharedAccount();

  it('names the operation, without a header and with the same one', async () => {
    const inHeader = await post(account);
    const inPath = await post(account, { path, headers: noHeader });
    const inBoth = await post(account, { path });

    for (const { status, headers, body } of [inPath, inBoth])
      expect({ status, code: headers['x-svc-error'], body }).to.deep.equal({
        status: 200,
        code: 'customer_not_found',
        body: inHeader.body,
      });
  });

  for (const origin of [
    'http://counterfoil.example',
    'https://user:secret@counterfoil.example:8443',
    'http://[fe80::1%25eth0]:8080',
    'http://a[b]',
    'HTTP://xn--',
    'http://',
  ])
    it(`may be sent as an absolute address: ${origin}`, async () => {
      const { status } = await post(account, { path: `${origin}${path}`, headers: noHeader });

      expect(status).to.equal(200);
    });

  it('is answered with an envelope, whatever is in a target', async () => {
    const draw = drawing(31);
    const parts = [
      'http://',
      'ftp://',
      'x:',
      '//',
      '/',
      '\\',
      '[',
      ']',
      '@',
      ':',
      '%',
      '?',
      '#',
      '*',
      '.',
      'a',
      '::1',
      'xn--',
    ];
    for (let round = 0; round < 300; round += 1) {
      const target = Array.from({ length: 1 + draw.below(6) }, () => draw.one(parts)).join('');
      const verb = draw.one(['GET', 'POST', 'OPTIONS', 'HEAD']);
      const { status, headers } = await post(account, { verb, path: target });

      expect(status, `${verb} ${target}`).to.be.oneOf([400, 404]);
      expect(headers['x-svc-error'], target).to.be.oneOf(['request_malformed', 'not_found']);
    }
  });

  type Refusal = [string, HttpCode, string, Difference];
  const refusals: readonly Refusal[] = [
    [
      'another operation in the header, before it looks at the JSON',
      'method_mismatch',
      'customer.exists',
      { path, method: 'customer.read', body: '{' },
    ],
    ['an operation that does not exist', 'method_unknown', 'no.such', { path: '/api/v1/no.such' }],
    [
      'an operation in other letters',
      'method_unknown',
      'Customer.Exists',
      { path: '/api/v1/Customer.Exists' },
    ],
    ...['account.app', 'account.claim', 'account.claimed', 'account.keys'].map(
      (name) =>
        [`the internal ${name}`, 'method_unknown', name, { path: `/api/v1/${name}` }] satisfies Refusal,
    ),
    ['a name of another form', 'not_found', '', { path: '/api/v1/constructor' }],
    ['a slash behind the name', 'not_found', '', { path: `${path}/` }],
    ['an escaped point', 'not_found', '', { path: '/api/v1/customer%2Eexists' }],
    ['a backslash', 'not_found', '', { path: '/api\\v1\\customer.exists' }],
    ['a fragment', 'not_found', '', { path: `${path}#` }],
    ['an absolute address with a backslash', 'not_found', '', { path: `http://a.example/api\\v1` }],
    ['a second slash', 'not_found', '', { path: '/api/v1//customer.exists' }],
    ['a name of more than 63 letters', 'not_found', '', { path: `/api/v1/a.${'b'.repeat(64)}` }],
    ['a query', 'not_found', 'customer.exists', { path: `${path}?x=1` }],
    ['another verb', 'verb_not_allowed', 'customer.exists', { path, verb: 'PUT' }],
    [
      'another verb for an unknown operation',
      'verb_not_allowed',
      'no.such',
      { path: '/api/v1/no.such', verb: 'GET' },
    ],
    ['a body of more than 1 MiB', 'body_too_large', 'customer.exists', { path, body: tooLarge }],
  ];
  for (const [what, code, method, difference] of refusals)
    it(`refuses ${what}`, async () => {
      const headers = difference.method ? {} : noHeader;

      expectHttpRejection(await post(account, { ...difference, headers }), code, method);
    });

  it('reveals no names of operations without a signature', async () => {
    for (const [operation, inHeader] of [
      ['no.such'],
      ['customer.exists'],
      ['customer.exists', 'customer.read'],
    ]) {
      const headers = { 'X-Svc-Method': inHeader, 'X-Svc-Hmac': 'nobody' };
      const answer = await post(account, { path: `/api/v1/${operation}`, headers });

      expectHttpRejection(answer, 'authentication_failed', operation);
    }
  });

  it('has the limit of its operation: batch.run 8 MiB', async () => {
    const body = `{"operations":[{"method":"customer.exists","data":{"customer_ident":"x"}}]${' '.repeat(2_000_000)}}`;
    const { status, body: answer } = await post(account, {
      path: '/api/v1/batch.run',
      headers: noHeader,
      body,
    });

    expect(status).to.equal(200);
    expect(JSON.parse(answer)).to.include({ response: true, method: 'batch.run' });
    const beyond = ' '.repeat(8_388_609);
    const refused = await post(account, { path: '/api/v1/batch.run', headers: noHeader, body: beyond });
    expectHttpRejection(refused, 'body_too_large', 'batch.run');
  });

  it('is the same call as the header form, for an Idempotency-Key', async () => {
    const create = { method: 'customer.create', body: '{"bill_city":"Kiel"}' };
    const headers = { 'Idempotency-Key': 'same-call' };
    const first = await post(account, { ...create, headers });
    const repeat = { body: create.body, path: '/api/v1/customer.create' };
    const repeated = await post(account, { ...repeat, headers: { ...headers, ...noHeader } });

    expect(repeated.body).to.equal(first.body);
  });

  it('is signed by v2 as it is sent, with the operation that it names', async () => {
    const app = await newApp(account.id);
    await setPolicy(app, 'v2-required');
    const sent: Difference = { path, headers: noHeader };
    const signatures = [{ path }, { path: '/api/v1' }, { path, method: '' }];

    const statuses = [];
    for (const signed of signatures) {
      const { headers } = signedV2(app, { path }, signed);
      statuses.push((await post(app, { ...sent, headers: { ...headers, ...noHeader } })).status);
    }
    expect(statuses).to.deep.equal([200, 401, 401]);
  });
});
