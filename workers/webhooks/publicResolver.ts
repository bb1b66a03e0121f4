import { promises as dns } from 'node:dns';
import type { Resolve } from '../operationHelpers/webhookAddresses.ts';

type NameServers = Pick<dns.Resolver, 'resolve4' | 'resolve6'>;

/** Reads `/etc/resolv.conf`, once. */
const systemNameServers = (): NameServers => new dns.Resolver({ timeout: 2_000, tries: 2 });

const maxAgeMs = 60_000;

/** Bounds how often failures let the name servers be read again: a name whose own servers fail has such failures, too. */
const maxFailedAgeMs = 1_000;

/**
 * Asks the name servers, not `/etc/hosts`, and without the threads that other lookups of the process need. Reads which ones they
 * are again after a failure, and once a minute, since they change while the process runs.
 */
export function publicResolver(open = systemNameServers): Resolve {
  let servers = open();
  let openedAt = performance.now();
  let isFailing = false;
  const current = () => {
    if (performance.now() - openedAt < (isFailing ? maxFailedAgeMs : maxAgeMs)) return servers;
    servers = open();
    openedAt = performance.now();
    isFailing = false;
    return servers;
  };
  return async (host) => {
    const asked = current();
    const [four, six] = await Promise.allSettled([asked.resolve4(host), asked.resolve6(host)]);
    if (asked === servers && (failed(four) || failed(six))) isFailing = true;
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

const serverFailures = new Set(['ECONNREFUSED', 'ETIMEOUT', 'ESERVFAIL', 'EREFUSED']);

/** True if the name servers did not answer, or could not. */
function failed(answer: PromiseSettledResult<unknown>): boolean {
  return (
    answer.status === 'rejected' && serverFailures.has((answer.reason as NodeJS.ErrnoException).code ?? '')
  );
}
