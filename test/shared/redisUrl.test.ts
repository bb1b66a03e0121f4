import { expect } from 'chai';
import { placeOf, redisAddress } from '../../shared/runtime/settings/redisAddress.ts';
import { withCaFile } from '../../shared/runtime/settings/serverAddress.ts';
import { readSettings } from '../../shared/runtime/settings/settings.ts';

/** Message for a wrong REDIS_URL. */
function problemOf(url: string): string {
  try {
    readSettings({ REDIS_URL: url });
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${url} is taken`);
}

describe('REDIS_URL', () => {
  it('may list the nodes of a cluster', () => {
    const url = 'redis+cluster://user:p%40ss@a:7001,b,[::1]:7003';
    const address = redisAddress(readSettings({ REDIS_URL: url }).redisUrl as string);

    expect(address).to.include({
      kind: 'cluster',
      user: 'user',
      password: 'p@ss',
      database: 0,
      usesTls: false,
    });
    expect(address.nodes).to.deep.equal([
      { host: 'a', port: 7001 },
      { host: 'b', port: 6379 },
      { host: '::1', port: 7003 },
    ]);
    expect(placeOf(address)).to.equal('Redis Cluster at a:7001, b:6379, [::1]:7003');
    expect(redisAddress('rediss+cluster://a:7001')).to.include({ kind: 'cluster', usesTls: true });
  });

  it('may list Sentinels, with the name of the master and a database', () => {
    const url = 'redis+sentinel://:secret@h1,h2:26380/mymaster/2?sentinel_username=s&sentinel_password=p%26q';
    const address = redisAddress(readSettings({ REDIS_URL: url }).redisUrl as string);

    expect(address).to.include({ kind: 'sentinel', user: '', password: 'secret', database: 2 });
    expect(address).to.include({ masterName: 'mymaster', sentinelUser: 's', sentinelPassword: 'p&q' });
    expect(address.nodes).to.deep.equal([
      { host: 'h1', port: 26379 },
      { host: 'h2', port: 26380 },
    ]);
    expect(redisAddress('redis+sentinel://h1/mymaster')).to.include({ masterName: 'mymaster', database: 0 });
  });

  it('is one server otherwise', () => {
    const address = redisAddress('rediss://:hunter2@redis.example:6380/1');

    expect(address).to.include({ kind: 'server', user: '', password: 'hunter2', database: 1, usesTls: true });
    expect(address.nodes).to.deep.equal([{ host: 'redis.example', port: 6380 }]);
  });

  it('gets its CA file, whichever kind it is', () => {
    const url = withCaFile('rediss+cluster://a:7001,b:7002', '/etc/a ca.pem');

    expect(url).to.equal('rediss+cluster://a:7001,b:7002?ssl-ca=%2Fetc%2Fa+ca.pem');
    expect(withCaFile('rediss://a:7001/1', '/ca.pem')).to.equal('rediss://a:7001/1?ssl-ca=%2Fca.pem');
    expect(readSettings({ REDIS_URL: url }).redisUrl).to.equal(url);
  });

  const wrong: readonly [url: string, remedy: RegExp][] = [
    [
      'redis://:hunter2@a:1,b:2',
      /lists several servers: begin it with redis\+cluster:\/\/ .* or with redis\+sentinel:\/\//,
    ],
    [
      'redis+clusters://:hunter2@a:1',
      /must begin with redis:\/\/, redis\+cluster:\/\/ or redis\+sentinel:\/\//,
    ],
    ['redis://:hunter2@a:1/one', /has a path that is not a database number, such as \/1/],
    ['redis+cluster://', /has no host and port as node 1: .* such as redis\+cluster:\/\/10\.0\.0\.1/],
    ['redis+cluster://:hunter2@a:1,,b:2', /has no host and port as node 2/],
    ['redis+cluster://:hunter2@a:1,b:port', /has no host and port as node 2/],
    ['redis+cluster://:hunter2@a:1,b:70000', /has no host and port as node 2/],
    ['redis+cluster://:hunter2@a:1/1', /has no numbered databases: remove it/],
    [
      'redis+cluster://:hunter2@a:1?tls=1',
      /unknown parameter tls: for TLS, begin the URL with rediss\+cluster:\/\//,
    ],
    ['redis+cluster://:hunter2%@a:1', /write it as %25/],
    ['redis+sentinel://:hunter2@a:1', /must name the master that the Sentinels watch/],
    ['redis+sentinel://:hunter2@a:1/mymaster/one', /must name the master/],
    ['redis+sentinel://a:1/mymaster?sentinel_user=x', /unknown parameter sentinel_user/],
    ['redis+cluster://a:1?ssl-ca=/ca.pem', /must begin with rediss\+cluster:\/\/ if REDIS_CA_FILE is set/],
  ];
  for (const [url, remedy] of wrong)
    it(`${url} is refused, with the remedy and without the password`, () => {
      expect(problemOf(url))
        .to.match(/^invalid settings: REDIS_URL /)
        .and.to.match(remedy);
      expect(problemOf(url)).to.not.include('hunter2');
    });
});
