import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Where a database server is and how to sign in there, as DATABASE_URL says it. */
export interface ServerAddress {
  /** Without the brackets that an IPv6 address has in a URL. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Its name; empty when the URL has none. */
  readonly database: string;
  readonly usesTls: boolean;
  /** Trusted instead of the system's certificate authorities. */
  readonly ca: string | undefined;
}

const databasePort = 3306;

/** The names of MySQL's own URLs. The settings of CA files become the second one. */
export const tlsMode = 'ssl-mode';
export const caFile = 'ssl-ca';

/** Reads a URL that the settings let pass; throws the system's error when its CA file can't be read any more. */
export function serverAddress(url: string): ServerAddress {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const ca = searchParams.get(caFile);
  return {
    host: withoutBrackets(decodeURIComponent(hostname)),
    port: Number(port || databasePort),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    usesTls: ca !== null || searchParams.has(tlsMode),
    ca: ca === null ? undefined : readFileSync(ca, 'utf8'),
  };
}

/** `host:port` as URLs have it. */
export function hostAndPort(host: string, port: number | string): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Whether only processes of this machine are reached there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** The address itself of an IPv6 host in a URL. */
export function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/** The CA file becomes part of the URL, so that the URL alone is enough to connect. A URL may list several nodes. */
export function withCaFile(url: string, file: string): string {
  if (!url.includes('://')) return url;
  const [address = '', search = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(search);
  parameters.set(caFile, file);
  return `${address}?${parameters.toString()}`;
}
