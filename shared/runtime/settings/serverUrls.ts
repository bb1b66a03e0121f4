import { isIP } from 'node:net';
import { EnvError, makeValidator } from 'envalid';
import { caFile, tlsMode, withoutBrackets } from './serverAddress.ts';

const verified = 'VERIFY_IDENTITY';

export const databaseUrl = makeValidator((text) => {
  const url = urlOf(text, ['mysql:', 'mariadb:']);
  refuseUnknown(
    url.searchParams,
    [tlsMode, caFile],
    `for TLS add ?${tlsMode}=${verified} or set DATABASE_CA_FILE`,
  );
  const mode = url.searchParams.get(tlsMode);
  if (mode !== null && mode !== verified)
    throw new EnvError(
      `has ${tlsMode}=${mode}, which does not verify the server: use ${tlsMode}=${verified}`,
    );
  if (url.searchParams.size > 0) requireName(url);
  return text;
});

/** TLS needs a host name: for any IP address, the driver would compare the certificate with `localhost`. */
function requireName({ hostname }: URL): void {
  if (isIP(withoutBrackets(hostname)) === 0) return;
  throw new EnvError(
    'must contain the host name of the server for TLS, not its IP address: certificates are checked by name',
  );
}

/** Throws an `EnvError` that describes the problem. */
export function urlOf(text: string, protocols: readonly string[]): URL {
  requireDecodable(text);
  if (protocols.includes(URL.canParse(text) ? new URL(text).protocol : '')) return new URL(text);
  const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ');
  throw new EnvError(`must be a URL that begins with ${beginnings}`);
}

/** Throws an `EnvError` that names the unknown parameters. */
export function refuseUnknown(search: URLSearchParams, known: readonly string[], instead: string): void {
  const unknown = [...new Set(search.keys())].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new EnvError(`has the unknown parameter ${unknown.join(', ')}: ${instead}`);
}

export function requireDecodable(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw new EnvError('has a percent sign that is not part of an escape sequence: write it as %25');
  }
}
