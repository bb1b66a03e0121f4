import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

export interface ServerAddress {
  /** IPv6 addresses have no brackets here. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly usesTls: boolean;
  /** Certificates that are trusted instead of the system's certificate authorities. */
  readonly ca: string | undefined;
}

const databasePort = 3306;

/** Parameter names of MySQL's own URLs. Settings of CA files become the second one. */
export const tlsMode = 'ssl-mode';
export const caFile = 'ssl-ca';

/** Parses a URL that passed the settings. Throws the system's error if its CA file can't be read any more. */
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

/** Adds the brackets of an IPv6 address. */
export function hostAndPort(host: string, port: number | string): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** True if only processes of this machine can reach the host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

export function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/** Adds the CA file to the URL, so that the URL alone is enough to connect. The URL may list several nodes. */
export function withCaFile(url: string, file: string): string {
  if (!url.includes('://')) return url;
  const [address = '', search = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(search);
  parameters.set(caFile, file);
  return `${address}?${parameters.toString()}`;
}
