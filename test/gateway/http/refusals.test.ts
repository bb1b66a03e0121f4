import { expect } from 'chai';
import { sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection, type HttpCode } from '../../support/httpRejections.ts';
import { type Difference, post } from '../../support/rawRequest.ts';

describe('gateway', () => {
  const account = sharedAccount();

  const refusals: readonly [string, HttpCode, Difference][] = [
    ['a request without X-Svc-Method', 'method_missing', { headers: { 'X-Svc-Method': undefined } }],
    ['a request with an empty X-Svc-Method', 'method_missing', { method: '' }],
    ['an operation that does not exist', 'method_unknown', { method: 'customer.destroy' }],
    ['an operation in other letters', 'method_unknown', { method: 'Customer.Exists' }],
    ['an internal operation', 'method_unknown', { method: 'account.app', body: '{"app_id":"app_x"}' }],
    ['a property that every object has', 'method_unknown', { method: 'constructor' }],
    [
      'two operations at once',
      'method_unknown',
      { headers: { 'X-Svc-Method': ['customer.exists', 'customer.exists'] } },
    ],
    ['another path', 'not_found', { path: '/api/v2' }],
    ['the path with a slash behind it', 'not_found', { path: '/api/v1/' }],
    ['the path in other letters', 'not_found', { path: '/API/v1' }],
    ["a path that can't be decoded", 'not_found', { path: '/%' }],
    [
      'a form',
      'content_type_unsupported',
      { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'a request without a content type',
      'content_type_unsupported',
      { headers: { 'Content-Type': undefined } },
    ],
    ['a text that looks like JSON', 'content_type_unsupported', { headers: { 'Content-Type': 'text/json' } }],
    [
      'JSON in UTF-16',
      'content_type_unsupported',
      { headers: { 'Content-Type': 'application/json; charset=utf-16' } },
    ],
    [
      'JSON with a charset of its own',
      'content_type_unsupported',
      { headers: { 'Content-Type': 'application/json; charset="iso-8859-1"; profile=x' } },
    ],
    ['a content type without a slash', 'content_type_unsupported', { headers: { 'Content-Type': 'json' } }],
    [
      'two content types at once',
      'content_type_unsupported',
      { headers: { 'Content-Type': 'application/json, text/plain' } },
    ],
    ['a path with a query', 'not_found', { path: '/api/v1?x=1' }],
    ['a path with an empty query', 'not_found', { path: '/api/v1?' }],
    ['a compressed body', 'content_type_unsupported', { headers: { 'Content-Encoding': 'gzip' } }],
  ];
  for (const [what, code, difference] of refusals) {
    it(`refuses ${what}`, async () => {
      const answer = await post(account, difference);

      expectHttpRejection(answer, code, methodOf(difference));
    });
  }

  for (const verb of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    it(`refuses ${verb} and names the verb that it accepts`, async () => {
      const answer = await post(account, { verb });

      expect(answer.headers.allow).to.equal('POST');
      // docs/browsers.md: no page calls the service by itself.
      expect(answer.headers).not.to.have.property('access-control-allow-origin');
      if (verb === 'HEAD')
        expect({ status: answer.status, body: answer.body }).to.deep.equal({ status: 405, body: '' });
      else expectHttpRejection(answer, 'verb_not_allowed');
    });
  }

  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json;',
    'application/json; charset="UTF-8";',
    'application/json; profile=x',
    'application/json; profile="https://example.com/a;b"; charset=utf-8',
  ]) {
    it(`accepts the content type ${type}`, async () => {
      const answer = await post(account, { headers: { 'Content-Type': type } });

      expect(answer.status).to.equal(200);
    });
  }

  it('answers what an operation refuses with status 200, the code in X-Svc-Error', async () => {
    const { status, headers, body } = await post(account);

    expect({ status, code: headers['x-svc-error'] }).to.deep.equal({
      status: 200,
      code: 'customer_not_found',
    });
    expect(headers['x-request-id']).to.match(/^\S+$/);
    expect(JSON.parse(body)).to.deep.equal({
      response: false,
      data: null,
      method: 'customer.exists',
      message: 'customer does not exist',
    });
  });

  it('answers success with status 200 and no X-Svc-Error', async () => {
    const { status, headers, body } = await post(account, { method: 'customer.create', body: '{}' });

    expect(status).to.equal(200);
    expect(headers).to.include.keys('x-request-id').and.not.include.keys('x-svc-error');
    expect(JSON.parse(body))
      .to.have.all.keys('response', 'data', 'method', 'message')
      .and.include({ response: true });
  });

  it('gives every request its own X-Request-Id', async () => {
    const differences: Difference[] = [
      {},
      {},
      { path: '/' },
      { verb: 'GET' },
      { method: '' },
      { method: '' },
    ];
    const answers = await Promise.all(differences.map((difference) => post(account, difference)));

    const ids = answers.map(({ headers }) => headers['x-request-id']);

    expect(new Set(ids)).to.have.property('size', differences.length);
  });
});

function methodOf({ method = 'customer.exists', headers }: Difference): string {
  if (!headers || !('X-Svc-Method' in headers)) return method;
  return [headers['X-Svc-Method'] ?? []].flat().join(', ');
}
