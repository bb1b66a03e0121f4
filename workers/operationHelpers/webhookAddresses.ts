import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { withoutBrackets } from '../../shared/runtime/settings/serverAddress.ts';

/** Addresses that a webhook may send to: public ones, and for a sandbox also its own machine. */
export interface Reach {
  readonly loopback: boolean;
}

/** Resolves a host name to IP addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

/** Returns why the service does not send to the URL, as the end of a sentence; undefined if its address decides. */
export function urlProblem(url: string, { loopback }: Reach): string | undefined {
  const { protocol, hostname } = new URL(url);
  const host = hostOf(hostname);
  if (protocol === 'http:' && !(loopback && isLoopbackHost(host)))
    return loopback
      ? 'must begin with https://, or with http:// and a loopback host, such as http://localhost:9000/'
      : 'must begin with https://';
  if (isIP(host) !== 0 && !isAllowed(host, { loopback }))
    return `has the address ${host}, which is not public: send one that is`;
  if (isIP(host) === 0 && !(loopback && host === 'localhost') && isLocalName(host))
    return `has the host ${host}, which is not a public name: send one that is`;
  return undefined;
}

/** Names without a dot, and those that only a local network knows (RFC 6761, RFC 6762, RFC 9476). */
function isLocalName(host: string): boolean {
  return (
    !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa|alt|onion|test|invalid)$/.test(host)
  );
}

/**
 * Returns the addresses of a host, each of which is allowed. Throws `AddressRefused` if any is not: a name with a public and a
 * private address has no honest use. The caller connects to these addresses and never asks again.
 */
export async function allowedAddresses(
  hostname: string,
  reach: Reach,
  resolve: Resolve,
): Promise<readonly string[]> {
  const host = hostOf(hostname);
  const addresses = isIP(host) === 0 ? await addressesOf(host, reach, resolve) : [host];
  const refused = addresses.find((address) => !isAllowed(address, reach));
  if (refused !== undefined) throw new AddressRefused(`${refused} is not a public address`);
  if (addresses.length === 0) throw new AddressRefused(`${host} has no address`);
  return addresses;
}

function addressesOf(host: string, { loopback }: Reach, resolve: Resolve): Promise<readonly string[]> {
  if (loopback && host === 'localhost') return Promise.resolve(['127.0.0.1', '::1']);
  return resolve(host);
}

/** Blocks of addresses that the library counts as unicast, but that are not public. */
const others = ['64:ff9b:1::/48', '3fff::/20', '5f00::/16', '192.88.99.0/24'].map((block) =>
  ipaddr.parseCIDR(block),
);

/** Block in which all public IPv6 addresses are (RFC 4291). */
const global = ipaddr.parseCIDR('2000::/3');

/** True for public addresses. Those that carry another address (mapped, NAT64, 6to4, Teredo) are refused whatever they carry. */
export function isAllowed(text: string, { loopback }: Reach): boolean {
  if (!ipaddr.isValid(text) || isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback') return loopback;
  if (range !== 'unicast') return false;
  if (address.kind() === 'ipv6' && !matches(address, global)) return false;
  return !others.some((block) => matches(address, block));
}

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, block: ReturnType<typeof ipaddr.parseCIDR>): boolean {
  const [network, bits] = block;
  return address.kind() === network.kind() && (address as ipaddr.IPv6).match(network, bits);
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback');
}

/** A dot at the end means the same name, and must not lead around the checks. */
function hostOf(hostname: string): string {
  return withoutBrackets(hostname).replace(/\.$/, '');
}
