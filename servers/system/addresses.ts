import { hostAndPort } from '../../shared/runtime/settings/serverAddress.ts';

/** Returns an address to connect to: a host that means all addresses is not one. */
export function localAddress(host: string, port: number): string {
  return hostAndPort(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port);
}
