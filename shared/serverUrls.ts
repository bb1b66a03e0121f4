import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { EnvError, makeValidator } from 'envalid';

/** Where a server is and how to sign in there, as a URL of the settings says it. */
export interface ServerAddress {
  /** Without the brackets that an IPv6 address has in a URL. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The name of a database, or Redis's number of one; empty when the URL has none. */
  readonly database: string;
  readonly usesTls: boolean;
  /** Trusted instead of the system's certificate authorities. */
  readonly ca: string | undefined;
}

const usualPorts: Readonly<Record<string, number>> = { 'redis:': 6379, 'rediss:': 6379 };
const databasePort = 3306;

/** The names of MySQL's own URLs. The settings of CA files become the second one. */
const tlsMode = 'ssl-mode';
const caFile = 'ssl-ca';
const verified = 'VERIFY_IDENTITY';

/** Reads a URL that the settings let pass; throws the system's error when its CA file can't be read any more. */
export function serverAddress(url: string): ServerAddress {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const ca = searchParams.get(caFile);
  return {
    host: withoutBrackets(decodeURIComponent(hostname)),
    port: Number(port || (usualPorts[protocol] ?? databasePort)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    usesTls: protocol === 'rediss:' || ca !== null || searchParams.has(tlsMode),
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

function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/** A URL of a database server, for envalid. */
export const databaseUrl = makeValidator((text) => {
  const url = urlOf(text, ['mysql:', 'mariadb:']);
  refuseUnknown(url, [tlsMode, caFile], `for TLS add ?${tlsMode}=${verified} or set DATABASE_CA_FILE`);
  const mode = url.searchParams.get(tlsMode);
  if (mode !== null && mode !== verified)
    throw new EnvError(
      `has ${tlsMode}=${mode}, which does not check who answers: use ${tlsMode}=${verified}`,
    );
  if (url.searchParams.size > 0) requireName(url);
  return text;
});

/** A URL of a Redis server, for envalid. */
export const redisUrl = makeValidator((text) => {
  const url = urlOf(text, ['redis:', 'rediss:']);
  refuseUnknown(url, [caFile], 'for TLS begin it with rediss://');
  if (url.searchParams.size > 0) requireTlsProtocol(url);
  if (/^\/?\d*$/.test(url.pathname)) return text;
  throw new EnvError('ends in a path that is not the number of a database, such as /1');
});

/** The driver would compare the certificate with `localhost`, whatever the address. */
function requireName({ hostname }: URL): void {
  if (isIP(withoutBrackets(hostname)) === 0) return;
  throw new EnvError(
    'needs the name of the server for TLS, not its address: certificates are checked by name',
  );
}

function requireTlsProtocol({ protocol }: URL): void {
  if (protocol !== 'rediss:') throw new EnvError('must begin with rediss:// where a CA file is given');
}

function urlOf(text: string, protocols: readonly string[]): URL {
  if (!decodes(text)) throw new EnvError('has a percent sign that stands for nothing: write it as %25');
  if (protocols.includes(URL.canParse(text) ? new URL(text).protocol : '')) return new URL(text);
  const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ');
  throw new EnvError(`must be a URL that begins with ${beginnings}`);
}

function refuseUnknown({ searchParams }: URL, known: readonly string[], instead: string): void {
  const unknown = [...new Set(searchParams.keys())].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new EnvError(`has the unknown parameter ${unknown.join(', ')}: ${instead}`);
}

function decodes(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The file of a CA becomes part of the URL, so that whoever connects needs to know nothing else. */
export function withCaFile(url: string, file: string): string {
  if (!URL.canParse(url)) return url;
  const joined = new URL(url);
  joined.searchParams.set(caFile, file);
  return joined.href;
}
