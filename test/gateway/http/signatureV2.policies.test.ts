import { expect } from 'chai';
import { keyIdOf, type SignaturePolicy } from '../../../shared/contract/keys/signatureV2.ts';
import { newAccount } from '../../support/account.ts';
import { dropFormer, newApp, rotate, setPolicy } from '../../support/apps.ts';
import { recordEvents } from '../../support/events.ts';
import { ownCluster, sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { type Difference, post, type Signer } from '../../support/rawRequest.ts';
import { signedV2 } from '../../support/signatures.ts';
import { until } from '../../support/until.ts';

describe('signature v2 of an app (waits for gateways to notice)', () => {
  const { emit, emitted } = recordEvents();
  const cluster = ownCluster({ redis: 5, emit });
  const account = sharedAccount(() => newAccount({}, cluster));

  const send = (signer: Signer, difference: Difference = {}) =>
    post(signer, difference, cluster.gateways[0]?.port);
  const expectRefused = async (reason: string, ...request: Parameters<typeof send>) => {
    expectHttpRejection(await send(...request), 'authentication_failed');
    expect(emitted('signature_rejected').at(-1)).to.include({ reason });
  };
  const appWith = async (policy: SignaturePolicy) => {
    const app = await newApp(account.id);
    await setPolicy(app, policy);
    return app;
  };

  it('accepts both secrets while one is rotated, each by its own key id only', async () => {
    const former = await newApp(account.id);
    const current = await rotate(former);
    const mixed = { keyId: keyIdOf(former.apiSecret) };

    for (const signer of [former, current])
      expect(await send(signer, signedV2(signer))).to.include({ status: 200 });
    await expectRefused('bad_signature', current, signedV2(current, {}, mixed));
  });

  it('refuses the key id of a secret that is no longer valid', async () => {
    const former = await newApp(account.id);
    const current = await rotate(former);
    await dropFormer(former);

    await expectRefused('unknown_key', current, signedV2(former));
  });

  it('is ignored when the policy is v1', async () => {
    const app = await appWith('v1');

    expect(await send(app, { headers: { 'X-Svc-Signature': 'x' } })).to.include({ status: 200 });
  });

  it('is required when the policy is v2-required', async () => {
    const app = await appWith('v2-required');

    await expectRefused('v2_required', app);
    expect(await send(app, signedV2(app))).to.include({ status: 200 });
  });

  it('is required within 10 seconds after the policy was changed', async () => {
    const app = await appWith('v2-optional');
    expect(await send(app)).to.include({ status: 200 });

    await setPolicy(app, 'v2-required');
    const startedAt = performance.now();
    await until(async () => (await send(app)).status === 401);

    expect(performance.now() - startedAt).to.be.below(10_000);
  });
});
