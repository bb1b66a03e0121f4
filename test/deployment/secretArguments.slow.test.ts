import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { migrateUp } from '../../migrations/migrations.ts';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { blocksOf } from '../docs/documents.ts';
import { run } from '../support/command.ts';
import { databaseEngine } from '../support/databaseEngine.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { commandsBelow } from '../support/documentCommands.ts';
import { startPrivateDatabase } from '../support/privateDatabase.ts';
import { Running } from '../support/running.ts';
import { binariesFolder } from '../support/servers.ts';

/** Looks at the arguments of all processes of this machine, as `ps` does, for as long as a test does something. */
class CommandLines {
  readonly #seen = new Set<string>();
  readonly #watching: Promise<void>;
  #isOver = false;

  private constructor() {
    this.#watching = this.#watch();
  }

  /**
   * Returns the command lines that ran during the work. A program that ends within milliseconds may be
   * missed.
   */
  static async during(work: () => Promise<unknown>): Promise<readonly string[]> {
    const lines = new CommandLines();
    try {
      await work();
    } finally {
      lines.#isOver = true;
      await lines.#watching;
    }
    return [...lines.#seen];
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) this.#look(id);
      await setImmediate();
    }
  }

  /** A process that has ended in the meantime has none. */
  #look(id: string): void {
    try {
      this.#seen.add(readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' '));
    } catch {}
  }
}

const canary = 'canary5e1f0c7d2b';
/** Notations in which a program could print the canary. */
const spellings = [canary, Buffer.from(canary).toString('hex'), Buffer.from(canary).toString('base64')];

const service = {
  COUNTERFOIL_URL: 'http://127.0.0.1:1',
  COUNTERFOIL_APP_ID: 'app_1',
  COUNTERFOIL_API_SECRET: canary,
};

describe('secrets in the arguments of programs, which every user of the machine sees (starts commands)', function () {
  this.timeout(120_000);
  let folder: string;
  let programs: string;
  let recorded: string;
  before(async () => {
    folder = await emptyFolder();
    programs = path.join(folder, 'programs');
    recorded = path.join(folder, 'recorded');
    await mkdir(programs);
    for (const name of [
      'base64',
      'cat',
      'chmod',
      'mv',
      'cmp',
      'curl',
      'node',
      'od',
      'openssl',
      'redis-cli',
      'sed',
      'tr',
    ])
      await record(name);
  });
  after(cleanUp);

  /** A program that ends at once would not be seen: it leaves its arguments in a file. It may be missing on this machine. */
  async function record(name: string): Promise<void> {
    const file = findCommand(name, commandFolders()) ?? 'true';
    const lines = ['#!/bin/sh', `echo ${name} "$@" >> '${recorded}'`, `exec ${file} "$@"`, ''];
    await writeFile(path.join(programs, name), lines.join('\n'), { mode: 0o755 });
  }

  const bash = (script: string, env: Readonly<Record<string, string>>, cwd = folder) =>
    new Running('bash', ['-c', script], { cwd, env: { PATH: `${programs}:${process.env.PATH}`, ...env } })
      .ended;

  /** Leaves out the script itself, which is not a secret, and has none. */
  async function secretsSeen(work: () => Promise<unknown>): Promise<readonly string[]> {
    await writeFile(recorded, '');
    const seen = await CommandLines.during(work);
    const lines = [...seen, ...(await readFile(recorded, 'utf8')).split('\n')];
    return lines.filter((line) => spellings.some((spelling) => line.includes(spelling)));
  }

  it('are found, also if the program ends at once', async () => {
    const seen = await secretsSeen(() =>
      bash('openssl dgst -hmac "$COUNTERFOIL_API_SECRET" < /dev/null', service),
    );

    expect(seen).not.to.be.empty;
  });

  const redis = { REDIS_URL: `redis://:${canary}@127.0.0.1:1` };
  const documented = [
    { what: 'the request of README.md', script: () => readmeRequest(), env: service },
    {
      what: 'docs/signatures.md',
      script: () => commandsBelow('docs/signatures.md', 'Example'),
      env: service,
    },
    { what: 'docs/operating.md', script: () => maxmemory(), env: redis },
  ];
  for (const { what, script, env } of documented)
    it(`are not there in ${what}`, async () => {
      expect(await secretsSeen(() => bash(script(), env))).to.deep.equal([]);
    });

  it('are not there in examples/bash', async () => {
    const script = path.resolve('examples/bash/counterfoil.sh');
    const env = { ...service, COUNTERFOIL_DEADLINE: '1' };

    expect(await secretsSeen(() => bash(`'${script}' article.create`, env))).to.deep.equal([]);
  });

  it('are not there in deploy/make-secrets', async () => {
    await cp('deploy', path.join(folder, 'deploy'), { recursive: true });
    await mkdir(path.join(folder, 'secrets'));
    await writeFile(path.join(folder, 'secrets/redis_url'), `redis://counterfoil:${canary}@redis:6379`);
    for (const user of ['worker', 'admin', 'migrate'])
      await writeFile(
        path.join(folder, `secrets/${user}_url`),
        `mysql://counterfoil_${user}:${canary}@mysql/c`,
      );

    const seen = await secretsSeen(() => bash('deploy/make-secrets', {}));

    expect(seen).to.deep.equal([]);
    for (const name of ['redis_url', 'client.cnf', 'users.sql'])
      expect(await readFile(path.join(folder, 'secrets', name), 'utf8'), name).to.include(canary);
  });

  it('are not there in deploy/compose-upgrade, which runs users.sql as root', async () => {
    // A program in place of Docker runs here what the container would run. The `mysql` below records its arguments.
    const docker =
      '#!/bin/bash\nwhile [ $# -gt 0 ] && [ "$1" != mysql ]; do shift; done\n[ $# -eq 0 ] || { shift; exec "$@"; }\n';
    await writeFile(path.join(programs, 'docker'), docker, { mode: 0o755 });
    const client = `#!/bin/bash\necho mysql "$@" >> '${recorded}'\ncat "\${1#*=}" - > '${folder}/received'\n`;
    await writeFile(path.join(programs, 'mysql'), client, { mode: 0o755 });
    await writeFile(path.join(folder, 'secrets/database_root_password'), canary);
    const [, grant = ''] =
      /^(grant_rights\(\) \{\n[^]*?^\}\n)/m.exec(await readFile('deploy/compose-upgrade', 'utf8')) ?? [];

    const seen = await secretsSeen(() => bash(`${grant} grant_rights`, {}));

    expect(seen).to.deep.equal([]);
    const received = await readFile(path.join(folder, 'received'), 'utf8');
    expect(received)
      .to.match(new RegExp(`^\\[client\\]\nuser=root\npassword="${canary}"\n`))
      .and.include('GRANT SELECT');
  });

  it('are not there in a backup, a restore and the servers of npm start', async () => {
    const users = [
      `CREATE USER archivist@'%' IDENTIFIED BY '${canary}'`,
      "GRANT ALL ON counterfoil.* TO archivist@'%'",
    ];
    const seen = await secretsSeen(async () => {
      const database = await startPrivateDatabase(users, [], databaseEngine);
      const pool = openDatabase(database.server.url, 1);
      await migrateUp(pool);
      const url = Object.assign(new URL(database.urlAs('archivist')), { password: canary }).href;
      const env = { DATABASE_URL: url, COUNTERFOIL_DATA_DIR: path.dirname(binariesFolder) };
      const written = await run(['backup', path.join(folder, 'dump.sql')], { env });
      await pool.raw('DROP DATABASE counterfoil');
      await pool.raw('CREATE DATABASE counterfoil').finally(() => pool.destroy());
      const restored = await run(['restore', path.join(folder, 'dump.sql')], { env });
      await database.remove();

      expect(written, written.stderr).to.include({ code: 0 });
      expect(restored, restored.stderr).to.include({ code: 0 });
    });

    expect(seen).to.deep.equal([]);
  });
});

/** Leaves out the file of the demo account: the secret is in the environment. */
function readmeRequest(): string {
  const { text = '' } = blocksOf('README.md').find((block) => block.text.includes('curl ')) ?? {};
  return text.replace('. .counterfoil/demo.env\n', '');
}

function maxmemory(): string {
  const { text = '' } =
    blocksOf('docs/operating.md').find((block) => block.text.includes('maxmemory 1gb')) ?? {};
  return text;
}
