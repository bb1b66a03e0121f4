import { expect } from 'chai';
import { readSettings } from '../../shared/settings/settings.ts';
import { demoApp } from '../../standalone/demo.ts';
import { secretKey } from '../support/cluster.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
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
      const settings = readSettings({ HOST, PORT: '9090', COUNTERFOIL_DATA: await emptyFolder() });

      const demo = await demoApp(database(), { ...settings, secretKey });

      expect(demo.url).to.equal(url);
    });
});
