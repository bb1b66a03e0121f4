import { promises as dns } from 'node:dns';
import { expect } from 'chai';
import { publicResolver } from '../../../workers/webhooks/publicResolver.ts';
import { NameServer } from '../../support/nameServer.ts';
import { until } from '../../support/until.ts';

const host = 'hooks.example.com';

describe('resolver of the hosts of webhooks', () => {
  let former: NameServer;
  let later: NameServer;
  before(async () => {
    former = await NameServer.listen('192.0.2.1');
    later = await NameServer.listen('192.0.2.2');
  });
  after(() => later.close());

  it('asks the name servers that the machine has now, once those of its start do not answer', async () => {
    // Stands for /etc/resolv.conf, which a resolver reads when it is made.
    let configured = former.url;
    let opened = 0;
    const resolve = publicResolver(() => {
      opened += 1;
      const resolver = new dns.Resolver({ timeout: 100, tries: 1 });
      resolver.setServers([configured]);
      return resolver;
    });
    expect(await resolve(host)).to.deep.equal(['192.0.2.1']);

    await former.close();
    configured = later.url;
    const failures: string[] = [];
    const answered = () => resolve(host).catch((error) => void failures.push(error.code));
    await until(async () => (await answered())?.[0] === '192.0.2.2', 10_000);

    expect(failures).to.include.oneOf(['ECONNREFUSED', 'ETIMEOUT']);
    expect(opened, 'at most one a second').to.equal(2);
  });
});
