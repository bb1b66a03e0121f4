import { EventEmitter, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { announcingWait } from '../../cli/support/credentials.ts';
import { expectError } from '../support/command.ts';
import { runHosted } from '../support/commandHost.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';

const article =
  'external_ident,article_title,article_unit,article_price,article_tax_rate\na-1,Tea,unit_kg,2,7\n';

describe('a command without a running `npm start` (starts commands)', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await emptyFolder();
  });
  after(cleanUp);

  const here = (...command: string[]) => runHosted(command, { COUNTERFOIL_DATA_DIR: folder });
  /** Leaves what an `npm start` that has ended leaves in its data folder. */
  const leaveAddresses = async () => {
    const [redis, database, service] = [await freePort(), await freePort(), await freePort()];
    const servers = [
      `REDIS_URL=redis://:a@127.0.0.1:${redis}`,
      `DATABASE_URL=mysql://a:b@127.0.0.1:${database}/c`,
    ];
    await writeFile(path.join(folder, 'servers.env'), servers.join('\n'));
    await leaveDemo(service);
  };
  const leaveDemo = (port: number) =>
    writeFile(
      path.join(folder, 'demo.env'),
      `export COUNTERFOIL_URL='http://127.0.0.1:${port}'\nexport COUNTERFOIL_APP_ID='app_1'\nexport COUNTERFOIL_API_SECRET='s'\n`,
    );

  for (const [command, settings] of [
    ['status', 'REDIS_URL'],
    ['top', 'REDIS_URL'],
    ['queues', 'REDIS_URL'],
    ['account list', 'DATABASE_URL'],
    ['key rotate', 'DATABASE_URL, REDIS_URL'],
    ['call article.create', 'COUNTERFOIL_URL, COUNTERFOIL_APP_ID, COUNTERFOIL_API_SECRET'],
    ['list articles', 'COUNTERFOIL_URL, COUNTERFOIL_APP_ID, COUNTERFOIL_API_SECRET'],
  ] as const)
    it(`${command} says so, whether one has ended or never ran`, async () => {
      const never = await here(...command.split(' '));
      await leaveAddresses();
      const ended = await here(...command.split(' '));

      const message = `\`npm start\` is not running here (data folder ${folder}): start it, or set ${settings}, or COUNTERFOIL_DATA_DIR to the data folder of a running one`;
      for (const { code, stderr } of [never, ended])
        expect({ code, stderr }).to.deep.equal({ code: 1, stderr: `counterfoil: ${message}\n` });
    });

  it("import makes a dry run without the service, says what it can't check, and refuses to import", async () => {
    await leaveAddresses();
    const file = path.join(folder, 'articles.csv');
    await writeFile(file, article);

    const dry = await here('import', 'articles', file, '--dry-run');
    const planned = await here('import', 'articles', file, '--dry-run', '--plan', `${file}.plan`);
    const real = await here('import', 'articles', file);

    expect(dry.code).to.equal(0);
    expect(dry.stderr).to.match(
      /`npm start` is not running here .*\. Without the service, the dry run only checks the rows: not which records exist/,
    );
    expect(dry.stdout).to.contain('1 could be created: not compared with the records of the service');
    for (const ended of [planned, real]) expectError(ended, /^`npm start` is not running here/);
  });

  it('import makes a dry run without a service that is set and away', async () => {
    const file = path.join(folder, 'articles.csv');
    await writeFile(file, article);
    const env = {
      COUNTERFOIL_URL: `http://127.0.0.1:${await freePort()}`,
      COUNTERFOIL_APP_ID: 'app_1',
      COUNTERFOIL_API_SECRET: 's',
    };

    const dry = await runHosted(['import', 'articles', file, '--dry-run', '--json'], env);

    expect(JSON.parse(dry.stdout)).to.include({ created: 1, isDryRun: true, isCompared: false });
    expect(dry.stderr).to.contain('is the service running?').and.to.contain('Without the service');
  });

  it('says what it waits for at a terminal', async () => {
    const terminal = new EventEmitter();
    const announced = once(terminal, 'text');
    const write = (text: unknown) => terminal.emit('text', text);

    const [text] = await announcingWait('http://127.0.0.1:1', announced, { isTTY: true, write });

    expect(text).to.equal('Waiting for an answer from http://127.0.0.1:1\n');
  });

  it('names the command that a user may have meant', async () => {
    expectError(await here('check'), /^unknown command 'check'\. Did you mean doctor\? \(see --help\)$/);
    expect((await here('statsu')).stderr).to.equal(
      "error: unknown command 'statsu'\n(Did you mean status?)\n(see --help)\n",
    );
  });
});
