import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Redis } from 'ioredis';
import type { EmbeddedServer } from '../../servers/embeddedServers.ts';
import { freePort } from './ports.ts';
import { prepareRedis } from './privateRedis.ts';

/** Password that needs no quotes in URLs and configuration files. */
export const password = 'cluster-of-a-test';

/** A node of the cluster, with a connection of the test's own. */
export interface ClusterNode {
  readonly server: EmbeddedServer;
  readonly port: number;
  /** Undefined without TLS. */
  readonly tlsPort: number | undefined;
  readonly redis: Redis;
}

/** Files in PEM. */
export interface ClusterTls {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

/** Prepares a server in this folder, with the settings of deploy/redis. */
export async function prepareNode(dataFolder: string, tls: ClusterTls | undefined): Promise<ClusterNode> {
  await mkdir(dataFolder);
  const tlsPort = tls && (await freePort());
  const redisFlags = [
    ...settingsOfDeploy(),
    ...(tls ? tlsFlags(tls, tlsPort as number) : []),
    ['--cluster-port', `${await freePort()}`],
    // Otherwise, a master that has two replicas for a moment would give one away for good.
    ['--cluster-allow-replica-migration', 'no'],
    ['--masterauth', password],
    ['--user', ...ruleOfDeploy()],
    ['--repl-diskless-sync-delay', '0'],
  ].flat();
  const server = await prepareRedis(dataFolder, { redisFlags, password });
  const redis = new Redis(server.url, { lazyConnect: true, commandTimeout: 1_000, retryStrategy: () => 50 });
  return { server, port: Number(new URL(server.url).port), tlsPort, redis: redis.on('error', () => {}) };
}

/** Clients learn names, not addresses, since these are in the certificates. */
function tlsFlags({ certificate, key, authority }: ClusterTls, tlsPort: number): string[][] {
  return [
    [
      '--tls-port',
      `${tlsPort}`,
      '--tls-cluster',
      'yes',
      '--tls-replication',
      'yes',
      '--tls-auth-clients',
      'no',
    ],
    ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', authority],
    ['--cluster-announce-hostname', 'localhost', '--cluster-preferred-endpoint-type', 'hostname'],
  ];
}

function settingsOfDeploy(): readonly (readonly string[])[] {
  const lines = readFileSync('deploy/redis/cluster.conf', 'utf8').trim().split('\n');
  const settings = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(' '));
  return settings.map(([name = '', ...values]) => [`--${name}`, ...values]);
}

/** The user of deploy/redis/users.acl, which each node must have. */
function ruleOfDeploy(): readonly string[] {
  const [, ...rule] = readFileSync('deploy/redis/users.acl', 'utf8').trim().split(' ');
  return rule.map((part) => (part === '>PASSWORD' ? `>${password}` : part));
}
