import { hostAndPort } from '../../shared/settings/serverAddress.ts';

/** Where this machine reaches what listens on a host: one that means all addresses is none to connect to. */
export function localAddress(host: string, port: number): string {
  return hostAndPort(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port);
}
