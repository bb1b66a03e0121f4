import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret } from '../../../shared/secrets/webhookSecrets.ts';
import { deliveryIdOf, signedHeaders } from '../../../workers/webhooks/signature.ts';

const body = '{"type":"changes","data":{"name":"Müller"}}';

describe('signature of webhooks', () => {
  it('is verified by the library of Standard Webhooks [webhooks-signed]', () => {
    const secret = newWebhookSecret();

    const headers = signedHeaders('msg_1', Date.now(), body, secret);

    expect(new Webhook(secret).verify(body, headers)).to.deep.equal(JSON.parse(body));
  });

  for (const [what, change] of [
    ['another body', { body: body.replace('M', 'N') }],
    ['another id', { headers: { 'webhook-id': 'msg_2' } }],
    ['another time', { headers: { 'webhook-timestamp': `${Math.floor(Date.now() / 1_000) - 1}` } }],
    ['another secret', { secret: newWebhookSecret() }],
  ] as const)
    it(`does not hold for ${what}`, () => {
      const secret = newWebhookSecret();
      const sent = { headers: {}, body, secret, ...change };
      const headers = { ...signedHeaders('msg_1', Date.now(), body, secret), ...sent.headers };

      expect(() => new Webhook(sent.secret).verify(sent.body, headers)).to.throw(/signature/i);
    });

  it('is the one of the test vector of the specification', () => {
    const vector = {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1_614_265_330_000,
      body: '{"test": 2432232314}',
    };

    const headers = signedHeaders(vector.id, vector.at, vector.body, vector.secret);

    expect(headers['webhook-signature']).to.equal('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

describe('id of a delivery', () => {
  const range = {
    epoch: 'e',
    webhook: 'whk_1',
    after: 1,
    until: 2,
    date: '2026-01-31 12:00:00',
    resources: 'article',
    kinds: '',
  };

  it('is the same for the same range', () => {
    expect(deliveryIdOf({ ...range })).to.equal(deliveryIdOf(range));
    expect(deliveryIdOf(range)).to.match(/^msg_[0-9a-f]{32}$/);
  });

  for (const other of [
    { epoch: 'f' },
    { webhook: 'whk_2' },
    { after: 0 },
    { until: 3 },
    { date: '2026-02-01 00:00:00' },
    { resources: '' },
    { kinds: 'article' },
  ])
    it(`is another one with ${JSON.stringify(other)}`, () => {
      expect(deliveryIdOf({ ...range, ...other })).not.to.equal(deliveryIdOf(range));
    });
});
