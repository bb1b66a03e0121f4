import { readFileSync } from 'node:fs';
import { caFile, hostAndPort, withoutBrackets } from './serverAddress.ts';

/** A place where Redis or Sentinel listens. */
export interface RedisNode {
  /** Without the brackets that an IPv6 address has in a URL. */
  readonly host: string;
  readonly port: number;
}

/** Where Redis is and how to sign in there, as REDIS_URL says it. */
export interface RedisAddress {
  /** One server, the first nodes of a Redis Cluster, or the Sentinels that know where the master is. */
  readonly kind: 'server' | 'cluster' | 'sentinel';
  readonly nodes: readonly RedisNode[];
  readonly user: string;
  readonly password: string;
  /** The number of a database; a cluster has only 0. */
  readonly database: number;
  /** The name under which Sentinels know the master; empty without Sentinel. */
  readonly masterName: string;
  /** For the Sentinels themselves, which have users of their own. */
  readonly sentinelUser: string;
  readonly sentinelPassword: string;
  readonly usesTls: boolean;
  /** Trusted instead of the system's certificate authorities. */
  readonly ca: string | undefined;
}

/** Parameters of the URL, as other clients have them. */
export const sentinelUser = 'sentinel_username';
export const sentinelPassword = 'sentinel_password';

const redisPort = 6379;
const sentinelPort = 26_379;

/** A URL that lists several nodes, which `URL` can't read. Groups: TLS, kind, user and password, nodes, path, parameters. */
const severalNodes = /^redis(s?)\+(cluster|sentinel):\/\/(?:([^@/?#]*)@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/i;

/** The parts of a URL with several nodes; undefined if it is not one. */
export function partsOf(url: string) {
  const [, s, kind, signIn = '', nodes = '', path = '', search = ''] = severalNodes.exec(url) ?? [];
  if (kind === undefined) return undefined;
  const isCluster = kind.toLowerCase() === 'cluster';
  const [user = '', ...password] = signIn.split(':');
  return {
    ...{ isCluster, usesTls: s !== '', nodes: nodes.split(','), path, search: new URLSearchParams(search) },
    ...{ user: decodeURIComponent(user), password: decodeURIComponent(password.join(':')) },
  };
}

/** The host and port of a node in a URL; undefined if it is none. */
export function nodeOf(text: string, defaultPort: number): RedisNode | undefined {
  const url = `redis://${text}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  return hostname
    ? { host: withoutBrackets(decodeURIComponent(hostname)), port: Number(port || defaultPort) }
    : undefined;
}

/** Where the nodes of a kind listen if the URL does not say it. */
export function defaultPortOf(isCluster: boolean): number {
  return isCluster ? redisPort : sentinelPort;
}

/** Reads a URL that the settings let pass; throws the system's error when its CA file can't be read any more. */
export function redisAddress(url: string): RedisAddress {
  const parts = partsOf(url);
  if (!parts) return serverOf(new URL(url));
  const { isCluster, nodes, path, search, user, password, usesTls } = parts;
  const [masterName = '', database = ''] = decodeURIComponent(path).slice(1).split('/');
  return {
    ...{ kind: isCluster ? 'cluster' : 'sentinel', user, password, usesTls },
    nodes: nodes.flatMap((node) => nodeOf(node, defaultPortOf(isCluster)) ?? []),
    ...{ masterName: isCluster ? '' : masterName, database: Number(database || 0) },
    ...{ sentinelUser: search.get(sentinelUser) ?? '', sentinelPassword: search.get(sentinelPassword) ?? '' },
    ca: readCa(search),
  };
}

/** The nodes as a message names them: without user and password. */
export function placeOf({ kind, nodes }: Pick<RedisAddress, 'kind' | 'nodes'>): string {
  const places = nodes.map(({ host, port }) => hostAndPort(host, port)).join(', ');
  return (
    { server: 'Redis at', cluster: 'Redis Cluster at', sentinel: 'Redis behind Sentinel at' }[kind] +
    ` ${places}`
  );
}

function serverOf({
  protocol,
  hostname,
  port,
  username,
  password,
  pathname,
  searchParams,
}: URL): RedisAddress {
  return {
    kind: 'server',
    nodes: [{ host: withoutBrackets(decodeURIComponent(hostname)), port: Number(port || redisPort) }],
    ...{ user: decodeURIComponent(username), password: decodeURIComponent(password) },
    ...{ database: Number(pathname.slice(1) || 0), masterName: '', sentinelUser: '', sentinelPassword: '' },
    ...{ usesTls: protocol === 'rediss:', ca: readCa(searchParams) },
  };
}

function readCa(search: URLSearchParams): string | undefined {
  const file = search.get(caFile);
  return file === null ? undefined : readFileSync(file, 'utf8');
}
