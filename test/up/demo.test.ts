import { expect } from 'chai';
import { readSettings } from '../../shared/runtime/settings/settings.ts';
import { demoApp } from '../../up/demo.ts';
import { secretKey } from '../support/cluster.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { Running } from '../support/running.ts';
import { database } from '../support/servers.ts';

describe('the demo account', () => {
  after(cleanUp);

  const addresses = [
    { HOST: '127.0.0.1', url: 'http://127.0.0.1:9090' },
    { HOST: '0.0.0.0', url: 'http://127.0.0.1:9090' },
    { HOST: '::', url: 'http://127.0.0.1:9090' },
    { HOST: '::1', url: 'http://[::1]:9090' },
    { HOST: 'localhost', url: 'http://localhost:9090' },
  ];
  for (const { HOST, url } of addresses)
    it(`is called at ${url} when HOST is ${HOST}`, async () => {
      const settings = readSettings({ HOST, PORT: '9090', COUNTERFOIL_DATA_DIR: await emptyFolder() });

      const demo = await demoApp(database(), { ...settings, secretKey });

      expect(demo.url).to.equal(url);
    });

  it('is in a file that a shell reads, and exports to the programs that it starts', async () => {
    const folder = await emptyFolder();
    const settings = readSettings({ HOST: '::1', PORT: '9090', COUNTERFOIL_DATA_DIR: folder });
    const demo = await demoApp(database(), { ...settings, secretKey });
    const printed = `console.log(JSON.stringify(process.env))`;
    const command = `. ./demo.env && exec "${process.execPath}" -e '${printed}'`;

    const { code, stdout, stderr } = await new Running('sh', ['-c', command], { cwd: folder }).ended;

    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.include({
      COUNTERFOIL_URL: demo.url,
      COUNTERFOIL_APP_ID: demo.appId,
      COUNTERFOIL_API_SECRET: demo.apiSecret,
    });
  });

  it('is the same one at the next start', async () => {
    const settings = readSettings({ COUNTERFOIL_DATA_DIR: await emptyFolder() });
    const first = await demoApp(database(), { ...settings, secretKey });

    expect(first.isNew).to.equal(true);
    expect(await demoApp(database(), { ...settings, secretKey })).to.deep.equal({ ...first, isNew: false });
  });
});
