import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { cleanUp } from '../support/dataFolders.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import { descendantsOf } from '../support/processes.ts';
import { redisUrl } from '../support/servers.ts';
import { callAsDemo, startUp, type Up } from '../support/up.ts';

describe('counterfoil up with DATABASE_URL and REDIS_URL', function () {
  this.timeout(60_000);
  let given: OwnDatabase;
  let up: Up;
  before(async () => {
    given = await newDatabase('up_test');
    up = await startUp({ env: { DATABASE_URL: given.url, REDIS_URL: redisUrl(15) } });
  });
  after(cleanUp);
  after(() => given.drop());

  it('starts no private servers', async () => {
    const commands = descendantsOf(up.running.pid).map(({ command }) => command);

    expect(commands.filter((command) => !command.startsWith('counterfoil '))).to.deep.equal(['cat']);
    // metrics.json is written beside its place, and moved there.
    const files = (await readdir(up.folder)).filter((name) => !/^metrics\.json\.\d+$/.test(name));
    expect(files).to.have.members(['binaries', 'demo.env', 'logs', 'metrics.json', 'servers.env', 'uploads']);
  });

  it('uses the given ones', async () => {
    const { data } = await callAsDemo(up, 'article.create', { article_title: 'elsewhere' });

    expect(await given.pool('articles').select('article_ident')).to.deep.include(data);
  });
});
