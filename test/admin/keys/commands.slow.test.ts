import { expect } from 'chai';
import { AppIds, appIdKeyOf } from '../../../shared/secrets/appIds.ts';
import { KeyRing, markOf, secretKeyOf } from '../../../shared/secrets/keyRing.ts';
import { expectError } from '../../support/command.ts';
import { KeyedService, newKey } from '../../support/keyedService.ts';

describe('commands and the secret key', function () {
  this.timeout(60_000);
  const [right, wrong] = [newKey(), newKey()];
  const refusal = new RegExp(
    `^COUNTERFOIL_SECRET_KEY \\(key id ${secretKeyOf(wrong).id}\\) is not the key of this database: set it to the one with key id ${secretKeyOf(right).id}$`,
  );
  let service: KeyedService;
  beforeEach(async () => {
    service = await KeyedService.start('keys_commands');
  });
  afterEach(() => service.remove());

  it('app create stores the check value of the first key, and never another one', async () => {
    await service.createApp(right);
    const first = await service.database.pool('secret_keys');
    await service.createApp(right);

    expect(await service.database.pool('secret_keys')).to.deep.equal(first);
    expect(await service.keyIds()).to.deep.equal({ active: secretKeyOf(right).id });
    expect(JSON.stringify(first)).not.to.include(right.toString('base64'));
  });

  it('app create writes secrets with the id of their key, and ids that can be checked', async () => {
    const { app_id, api_secret } = await service.createApp(right);

    const [{ secret } = { secret: '' }] = await service.database.pool('apps').select('secret');

    expect(secret).to.match(new RegExp(`^${markOf(secretKeyOf(right).id)}`));
    expect(new KeyRing(right).open(secret, app_id)).to.equal(api_secret);
    expect(new AppIds(appIdKeyOf(right)).isGenuine(app_id)).to.equal(true);
  });

  it('the first of two keys wins when two commands run at once', async () => {
    const ended = await Promise.all(
      [right, wrong].map((key) => service.command([key], 'app', 'create', service.accountIdent)),
    );

    expect(ended.map(({ code }) => code)).to.have.members([0, 1]);
    expect(await service.database.pool('apps')).to.have.length(1);
    expect(await service.database.pool('secret_keys')).to.have.length(1);
  });

  const refused = [
    { name: 'app create', parameters: (account: string) => ['app', 'create', account] },
    { name: 'app rotate', parameters: (_: string, app: string) => ['app', 'rotate', app] },
    { name: 'key rotate', parameters: () => ['key', 'rotate'], former: newKey() },
  ];
  for (const { name, parameters, former } of refused)
    it(`${name} refuses a wrong key`, async () => {
      const { app_id } = await service.createApp(right);
      const before = await service.stored();

      const ended = await service.command([wrong, former], ...parameters(service.accountIdent, app_id));

      expectError(ended, new RegExp(refusal.source.replace(secretKeyOf(wrong).id, '[0-9a-f, ]+')));
      expect(await service.stored()).to.deep.equal(before);
    });

  it('doctor finds a wrong key, names that of the database, and changes nothing', async () => {
    const empty = await service.command([right], 'doctor');
    await service.createApp(right);
    const before = await service.stored();

    const [good, bad] = [await service.command([right], 'doctor'), await service.command([wrong], 'doctor')];

    expect(empty.stdout).to.match(/^ok +key +key id [0-9a-f]{16}; the database has no app yet/m);
    expect(good.stdout).to.match(
      new RegExp(`^ok +key +matches the database, key id ${secretKeyOf(right).id}$`, 'm'),
    );
    expect(bad.code).to.equal(1);
    expect(bad.stdout).to.match(
      new RegExp(`^fatal +key +COUNTERFOIL_SECRET_KEY .* the one with key id ${secretKeyOf(right).id}$`, 'm'),
    );
    expect(await service.stored()).to.deep.equal(before);
  });

  it('key rotate says what it needs', async () => {
    await service.createApp(right);

    expectError(
      await service.command([right], 'key', 'rotate'),
      /^COUNTERFOIL_FORMER_SECRET_KEY is not set: /,
    );
  });
});
