// @early: one of the slowest.
import { expect } from 'chai';
import type { NewCredentials } from '../../../admin/accounts.ts';
import { rotateKey } from '../../../admin/keys/rotateKey.ts';
import { KeyRing, secretKeyOf } from '../../../shared/secrets/keyRing.ts';
import { openWebhookSecret, sealWebhookSecret } from '../../../shared/secrets/webhookSecrets.ts';
import type { Database } from '../../../workers/database/database.ts';
import { expectError, jsonOf } from '../../support/command.ts';
import { KeyedService, newKey, statusOf } from '../../support/keyedService.ts';
import { RollingLoad } from '../../support/rollingLoad.ts';
import { until } from '../../support/until.ts';

describe('counterfoil key rotate (starts gateways under load)', function () {
  this.timeout(180_000);
  const [former, next] = [newKey(), newKey()];
  const ids = { former: secretKeyOf(former).id, next: secretKeyOf(next).id };
  let service: KeyedService;
  let pool: Database;
  beforeEach(async () => {
    service = await KeyedService.start('keys_rotate');
    pool = service.database.pool;
  });
  afterEach(() => service.remove());

  const rotate = () => service.command([next, former], 'key', 'rotate', '--json');
  it('fails no call while gateways are rolled, secrets are encrypted again, and apps are made [key-rotation]', async () => {
    const app = await service.createApp(former);
    await service.createApps(200, former);
    const workers = await Promise.all([service.startWorker(), service.startWorker()]);
    const lookUps = () => workers.flatMap(({ printed }) => printed.match(/"account\.app"/g) ?? []).length;
    const load = new RollingLoad(app);
    const roll = async (...keys: [Buffer, Buffer?]) => {
      for (const { stop } of load.gateways.splice(0)) {
        await load.add(await service.startGateway(...keys));
        await stop();
      }
    };
    await load.add(await service.startGateway(former));
    await load.add(await service.startGateway(former));

    await load.answers(200);
    await roll(next, former);
    await load.answers(200);
    const rotation = jsonOf(await rotate());
    const before = lookUps();
    const made = await service.createApp(next, former);
    // Two gateways look the app up in turn, so both have read its new secret.
    await until(() => lookUps() >= before + 3);
    await load.answers(200);
    await roll(next);
    await load.answers(200);
    const { count, failed } = await load.stop();

    expect(failed).to.deep.equal([]);
    expect(count).to.be.above(800);
    expect(rotation).to.deep.equal({ key_id: ids.next, apps: 201, webhooks: 0, unopened: [] });
    expect(await service.keyIds()).to.deep.equal({ active: ids.next });
    expect(await service.unreachedBy(ids.next)).to.equal(0);
    const gateway = await service.startGateway(next);
    // Ids of apps are known as ours by the key of their time, whichever secret key there is.
    expect(await Promise.all([app, made].map((one) => statusOf(gateway, one)))).to.deep.equal([200, 200]);
    expect(
      await statusOf(gateway, {
        ...app,
        app_id: app.app_id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      }),
    ).to.equal(401);
  });

  it('encrypts both secrets of an app again, and those of revoked ones', async () => {
    const app = await service.createApp(former);
    const second = jsonOf(await service.command([former], 'app', 'rotate', app.app_id, '--json'));
    const { app_id: revoked } = await service.createApp(former);
    await service.command([former], 'app', 'revoke', revoked);

    expect(jsonOf(await rotate())).to.deep.equal({ key_id: ids.next, apps: 2, webhooks: 0, unopened: [] });

    expect(await service.unreachedBy(ids.next)).to.equal(0);
    await service.startWorker();
    const gateway = await service.startGateway(next);
    for (const one of [app, second as NewCredentials]) expect(await statusOf(gateway, one)).to.equal(200);
  });

  it('encrypts secrets of webhooks again [webhooks-secret]', async () => {
    await service.createApp(former);
    const [{ account_id }] = await pool('apps');
    const sealed = sealWebhookSecret(new KeyRing(former), 'whsec_secret', account_id);
    const row = { account_id, url: 'https://example.com/', date_created: '2026-01-01 00:00:00', position: 0 };
    await pool('webhooks').insert([
      { ...row, webhook_ident: 'whk_1', secret: sealed },
      { ...row, webhook_ident: 'whk_2', secret: 'damaged' },
    ]);

    expect(jsonOf(await rotate()))
      .to.include({ webhooks: 1 })
      .and.to.have.deep.property('unopened', ['whk_2']);

    const [{ secret }] = await pool('webhooks').where({ webhook_ident: 'whk_1' });
    expect(openWebhookSecret(new KeyRing(next), secret, account_id)).to.equal('whsec_secret');
    expect(openWebhookSecret(new KeyRing(next), secret, account_id + 1)).to.equal(undefined);
  });

  it('encrypts a secret again that a call wrote late with the former key [webhooks-secret]', async () => {
    await service.createApp(former);
    const [{ account_id }] = await pool('apps');
    const rotating = rotateKey(pool, new KeyRing(next, former), 2_000);
    await until(
      async () => (await service.keyIds())['retiring'] && (await service.unreachedBy(ids.next)) === 0,
    );
    await pool('webhooks').insert({
      account_id,
      webhook_ident: 'whk_late',
      url: 'https://example.com/',
      date_created: '2026-01-01 00:00:00',
      position: 0,
      secret: sealWebhookSecret(new KeyRing(former), 'whsec_secret', account_id),
    });

    expect(await rotating).to.include({ webhooks: 1 });

    const [{ secret }] = await pool('webhooks').where({ webhook_ident: 'whk_late' });
    expect(openWebhookSecret(new KeyRing(next), secret, account_id)).to.equal('whsec_secret');
    expect(await service.keyIds()).to.deep.equal({ active: ids.next });
  });

  it('changes nothing the second time', async () => {
    await service.createApp(former);
    await rotate();
    const before = await service.stored();

    expect(jsonOf(await rotate())).to.deep.equal({ key_id: ids.next, apps: 0, webhooks: 0, unopened: [] });

    expect(await service.stored()).to.deep.equal(before);
  });

  it('leaves a secret that neither key opens, and names its app', async () => {
    await service.createApp(former);
    const { app_id } = await service.createApp(former);
    await pool('apps')
      .where({ app_id })
      .update({ secret: Buffer.alloc(60).toString('base64') });

    expect(jsonOf(await rotate())).to.deep.equal({
      key_id: ids.next,
      apps: 1,
      webhooks: 0,
      unopened: [app_id],
    });
  });

  it('refuses while a running gateway lacks the new key, with nothing changed', async () => {
    await service.createApp(former);
    await service.startWorker();
    await service.startGateway(former);
    const before = await service.stored();

    expectError(
      await rotate(),
      new RegExp(`^a gateway or worker of webhooks lacks the key with key id ${ids.next}: `),
    );

    expect(await service.stored()).to.deep.equal(before);
  });
});
