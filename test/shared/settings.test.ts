import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { readEnvironmentFile } from '../../shared/runtime/settings/environment.ts';
import { readSettings, requireSettings, SettingsError } from '../../shared/runtime/settings/settings.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const servers = {
  DATABASE_URL: 'mysql://user:hunter2@db.example/counterfoil',
  REDIS_URL: 'rediss://:hunter2@redis.example:6380/1',
  COUNTERFOIL_SECRET_KEY: key,
};

function problemsOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).to.be.instanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('settings', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-settings-'));
  });
  after(() => rm(folder, { recursive: true }));

  const file = async (name: string, text: string) => {
    const written = path.join(folder, name);
    await writeFile(written, text);
    return written;
  };

  it('have values for everything but servers and key', () => {
    const settings = readSettings({});

    expect(settings).to.deep.include({
      port: 8080,
      logLevel: 'info',
      callDeadlineMs: 10_000,
      databasePool: 10,
    });
    expect(settings).to.include({ databaseUrl: undefined, redisUrl: undefined, secretKey: undefined });
    expect(path.isAbsolute(settings.dataFolder)).to.equal(true);
  });

  it('take values from the environment', () => {
    const settings = readSettings({
      ...servers,
      PORT: '9000',
      HOST: '::1',
      CALL_DEADLINE_MS: '250',
      LOG_LEVEL: 'warn',
    });

    expect(settings).to.include({ port: 9_000, host: '::1', callDeadlineMs: 250, logLevel: 'warn' });
    expect(settings).to.include({ databaseUrl: servers.DATABASE_URL, redisUrl: servers.REDIS_URL });
    expect(settings.secretKey).to.deep.equal(Buffer.alloc(32, 1));
  });

  it('take mariadb: and redis: as well', () => {
    const urls = { DATABASE_URL: 'mariadb://db.example/counterfoil', REDIS_URL: 'redis://redis.example' };

    expect(readSettings(urls)).to.include({ databaseUrl: urls.DATABASE_URL, redisUrl: urls.REDIS_URL });
  });

  it("can't be changed", () => {
    expect(readSettings({})).to.be.frozen;
  });

  it('ignore what belongs to others', () => {
    expect(readSettings({ PATH: '/bin', DATABASE_URLS: 'x' })).to.include({ databaseUrl: undefined });
  });

  const wrong: readonly [string, string][] = [
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['LOG_LEVEL', 'loud'],
    ['CALL_DEADLINE_MS', '99'],
    ['CALL_DEADLINE_MS', '600001'],
    ['CALL_DEADLINE_MS', '1e4'],
    ['CALL_DEADLINE_MS', '-5'],
    ['REQUEST_TIMEOUT_MS', '10s'],
    ['DATABASE_POOL', '1'],
    ['DATABASE_URL', 'postgres://user:hunter2@db.example/counterfoil'],
    ['DATABASE_URL', 'db.example'],
    ['DATABASE_URL', 'mysql://user:hunter2%@db.example/counterfoil'],
    ['DATABASE_URL', 'mysql://user:hunter2@db.example/counterfoil?ssl-mode=REQUIRED'],
    ['DATABASE_URL', 'mysql://user:hunter2@10.0.0.9/counterfoil?ssl-mode=VERIFY_IDENTITY'],
    ['REDIS_URL', 'http://:hunter2@redis.example'],
    ['COUNTERFOIL_SECRET_KEY', Buffer.alloc(31).toString('base64')],
    ['COUNTERFOIL_SECRET_KEY', 'hunter2'],
  ];
  for (const [name, value] of wrong) {
    it(`refuse ${name}=${value}`, () => {
      expect(problemsOf(() => readSettings({ [name]: value })))
        .to.include(name)
        .and.to.not.include('hunter2');
    });
  }

  it('report all problems in one message', async () => {
    const key31 = await file('key31', Buffer.alloc(31).toString('base64'));
    const environment = {
      PORT: 'x',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'db.example',
      REDIS_URL_FILE: path.join(folder, 'missing'),
      COUNTERFOIL_SECRET_KEY_FILE: key31,
      CALL_DEADLINE_MS: '1',
    };

    const message = problemsOf(() => readSettings(environment));

    for (const name of Object.keys(environment)) {
      expect(message).to.include(name.replace('KEY_FILE', 'KEY'));
    }
    expect(message).to.match(
      /PORT must be a whole number from 1 to 65535; .*LOG_LEVEL must be one of trace, /,
    );
    expect(message.split('\n')).to.have.length(1);
  });

  it('take servers and keys from files, without the line feed at their end', async () => {
    const settings = readSettings({
      DATABASE_URL_FILE: await file('database', `${servers.DATABASE_URL}\n`),
      REDIS_URL_FILE: await file('redis', `${servers.REDIS_URL}\r\n`),
      COUNTERFOIL_SECRET_KEY_FILE: await file('key', `${key}\n`),
      COUNTERFOIL_FORMER_SECRET_KEY_FILE: await file('former_key', Buffer.alloc(32, 2).toString('base64')),
    });

    expect(settings).to.include({ databaseUrl: servers.DATABASE_URL, redisUrl: servers.REDIS_URL });
    expect(settings.secretKey).to.deep.equal(Buffer.alloc(32, 1));
    expect(settings.formerSecretKey).to.deep.equal(Buffer.alloc(32, 2));
  });

  it('take a value rather than its file', async () => {
    const settings = readSettings({
      ...servers,
      REDIS_URL_FILE: await file('other', 'redis://other.example'),
    });

    expect(settings.redisUrl).to.equal(servers.REDIS_URL);
  });

  it('take a file rather than a blank value', async () => {
    const settings = readSettings({ REDIS_URL: ' ', REDIS_URL_FILE: await file('used', servers.REDIS_URL) });

    expect(settings.redisUrl).to.equal(servers.REDIS_URL);
  });

  it("name the file that can't be read", () => {
    const missing = path.join(folder, 'missing');

    expect(problemsOf(() => readSettings({ DATABASE_URL_FILE: missing })))
      .to.include('DATABASE_URL_FILE')
      .and.to.include(missing);
  });

  it('have CA files in the URLs, and refuse a file without a certificate', async () => {
    const ca = await file('ca.pem', '-----BEGIN CERTIFICATE-----\n');
    const other = await file('other.pem', 'no certificate\n');
    const given = { DATABASE_URL: servers.DATABASE_URL, DATABASE_CA_FILE: ca };

    expect(readSettings(given).databaseUrl).to.include('ca.pem');
    expect(problemsOf(() => readSettings({ ...given, REDIS_CA_FILE: other }))).to.include(
      `REDIS_CA_FILE: ${other} can't be read or contains no certificate in PEM`,
    );
  });

  it("in a file of the data folder are required if the file exists and can't be read", () => {
    expect(readEnvironmentFile(path.join(folder, 'none'))).to.deep.equal({});
    expect(() => readEnvironmentFile(folder)).to.throw('EISDIR');
  });

  it('take blanks as not set', async () => {
    const blanks = {
      PORT: '',
      HOST: ' ',
      LOG_LEVEL: '',
      DATABASE_URL: '',
      REDIS_URL_FILE: '',
      COUNTERFOIL_SECRET_KEY: '\t',
    };

    expect(readSettings(blanks)).to.deep.equal(readSettings({}));
    expect(readSettings({ REDIS_URL_FILE: await file('empty', '\n') })).to.deep.equal(readSettings({}));
  });

  it('that a role needs are reported together when they are missing', () => {
    const message = problemsOf(() =>
      requireSettings(readSettings({ REDIS_URL: servers.REDIS_URL }), 'databaseUrl', 'redisUrl', 'secretKey'),
    );

    expect(message)
      .to.include('DATABASE_URL')
      .and.to.include('COUNTERFOIL_SECRET_KEY')
      .and.to.not.include('REDIS_URL');
  });

  it('that a role needs are given when they are there', () => {
    expect(requireSettings(readSettings(servers), 'databaseUrl').databaseUrl).to.equal(servers.DATABASE_URL);
  });
});
