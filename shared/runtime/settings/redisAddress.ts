import { readFileSync } from 'node:fs';
import { caFile, hostAndPort, withoutBrackets } from './serverAddress.ts';

export interface RedisNode {
  /** IPv6 addresses have no brackets here. */
  readonly host: string;
  readonly port: number;
}

export interface RedisAddress {
  /** One server, the first nodes of a Redis Cluster, or the Sentinels that know the master. */
  readonly kind: 'server' | 'cluster' | 'sentinel';
  readonly nodes: readonly RedisNode[];
  readonly user: string;
  readonly password: string;
  readonly database: number;
  /** Name under which Sentinels know the master; empty without Sentinel. */
  readonly masterName: string;
  /** Credentials of the Sentinels, which have users of their own. */
  readonly sentinelUser: string;
  readonly sentinelPassword: string;
  readonly usesTls: boolean;
  /** Certificates that are trusted instead of the system's certificate authorities. */
  readonly ca: string | undefined;
}

/** Parameters of the URL, named as in other clients. */
export const sentinelUser = 'sentinel_username';
export const sentinelPassword = 'sentinel_password';

const redisPort = 6379;
const sentinelPort = 26_379;

/** URL that lists several nodes, which `URL` can't parse. Groups: TLS, kind, user and password, nodes, path, parameters. */
const severalNodes = /^redis(s?)\+(cluster|sentinel):\/\/(?:([^@/?#]*)@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/i;

/** Returns undefined for a URL of a single node. */
export function partsOf(url: string) {
  const [, s, kind, signIn = '', nodes = '', path = '', search = ''] = severalNodes.exec(url) ?? [];
  if (kind === undefined) return undefined;
  const isCluster = kind.toLowerCase() === 'cluster';
  const [user = '', ...password] = signIn.split(':');
  return {
    isCluster,
    usesTls: s !== '',
    nodes: nodes.split(','),
    path,
    search: new URLSearchParams(search),
    user: decodeURIComponent(user),
    password: decodeURIComponent(password.join(':')),
  };
}

export function nodeOf(text: string, defaultPort: number): RedisNode | undefined {
  const url = `redis://${text}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  return hostname
    ? { host: withoutBrackets(decodeURIComponent(hostname)), port: Number(port || defaultPort) }
    : undefined;
}

export function defaultPortOf(isCluster: boolean): number {
  return isCluster ? redisPort : sentinelPort;
}

/** Parses a URL that passed the settings. Throws the system's error if its CA file can't be read any more. */
export function redisAddress(url: string): RedisAddress {
  const parts = partsOf(url);
  if (!parts) return serverOf(new URL(url));
  const { isCluster, nodes, path, search, user, password, usesTls } = parts;
  const [masterName = '', database = ''] = decodeURIComponent(path).slice(1).split('/');
  return {
    kind: isCluster ? 'cluster' : 'sentinel',
    user,
    password,
    usesTls,
    nodes: nodes.flatMap((node) => nodeOf(node, defaultPortOf(isCluster)) ?? []),
    masterName: isCluster ? '' : masterName,
    database: Number(database || 0),
    sentinelUser: search.get(sentinelUser) ?? '',
    sentinelPassword: search.get(sentinelPassword) ?? '',
    ca: readCa(search),
  };
}

export function placeOf({ kind, nodes }: Pick<RedisAddress, 'kind' | 'nodes'>): string {
  const server = { server: 'Redis', cluster: 'Redis Cluster', sentinel: 'Redis behind Sentinel' }[kind];
  return `${server} at ${nodes.map(({ host, port }) => hostAndPort(host, port)).join(', ')}`;
}

function serverOf(url: URL): RedisAddress {
  const host = withoutBrackets(decodeURIComponent(url.hostname));
  return {
    kind: 'server',
    nodes: [{ host, port: Number(url.port || redisPort) }],
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: Number(url.pathname.slice(1) || 0),
    masterName: '',
    sentinelUser: '',
    sentinelPassword: '',
    usesTls: url.protocol === 'rediss:',
    ca: readCa(url.searchParams),
  };
}

function readCa(search: URLSearchParams): string | undefined {
  const file = search.get(caFile);
  return file === null ? undefined : readFileSync(file, 'utf8');
}
