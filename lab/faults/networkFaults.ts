import { setTimeout as delay } from 'node:timers/promises';
import type { TcpProxy } from '../../test/support/tcpProxy.ts';
import { until } from '../../test/support/until.ts';
import type { Fault } from './fault.ts';

/** Milliseconds that the network is silent: longer than a connection may be silent before it counts as dead. */
const silentMs = 3_000;

const recoveryMs = 3_000;

type Server = 'redis' | 'mariadb';

type Named = Pick<Fault, 'guarantee' | 'name' | 'promise'>;

/** A fault of the network between the roles and a server. Recovery counts from its beginning. */
function disturbed(named: Named, server: Server, disturb: (proxy: TcpProxy) => unknown): Fault {
  const harm: Fault['harm'] = async ({ cluster, mark }) => {
    mark();
    await disturb(cluster[server].proxy);
  };
  return { ...named, recoveryMs, harm };
}

/** Lets nothing get through for a while. Recovery counts from the end of that. */
function silent(named: Named, server: Server): Fault {
  const harm: Fault['harm'] = async ({ cluster, mark }) => {
    cluster[server].proxy.pause();
    await delay(silentMs);
    mark();
    cluster[server].proxy.resume();
  };
  return { ...named, recoveryMs, harm };
}

/** Drops the answers to some requests that contain a text. */
async function loseAnswers(proxy: TcpProxy, text: string): Promise<void> {
  for (const before of [0, 1, 2].map((more) => proxy.dropped + more)) {
    proxy.dropAnswers(1, text);
    await until(() => proxy.dropped > before);
  }
}

/** Connections break, answers are lost, or no packets arrive. */
export const networkFaults: readonly Fault[] = [
  disturbed(
    {
      guarantee: 'connections-cut',
      name: 'connections to Redis cut',
      promise: 'new ones are opened, and no call is lost',
    },
    'redis',
    (proxy) => proxy.cut(),
  ),
  disturbed(
    { guarantee: 'connections-cut', name: 'connections to the database cut', promise: 'sets run again' },
    'mariadb',
    (proxy) => proxy.cut(),
  ),
  disturbed(
    { guarantee: 'answers-lost', name: 'answers to COMMIT lost', promise: 'the inbox says what was done' },
    'mariadb',
    (proxy) => loseAnswers(proxy, 'COMMIT'),
  ),
  disturbed(
    { guarantee: 'answers-lost', name: 'answers to `add` lost', promise: 'the same job is added again' },
    'redis',
    (proxy) => loseAnswers(proxy, '"replyTo"'),
  ),
  disturbed(
    {
      guarantee: 'answers-lost',
      name: 'answers to sent replies lost',
      promise: 'replies are sent again, and second ones are ignored',
    },
    'redis',
    (proxy) => loseAnswers(proxy, 'xadd'),
  ),
  disturbed(
    { guarantee: 'answers-lost', name: 'replies lost on their way', promise: 'the stream is read again' },
    'redis',
    (proxy) => loseAnswers(proxy, 'xread'),
  ),
  silent(
    {
      guarantee: 'network-silent',
      name: 'network to Redis silent',
      promise: 'calls wait, or use new connections',
    },
    'redis',
  ),
  silent(
    {
      guarantee: 'network-silent',
      name: 'network to the database silent',
      promise: 'sets wait, or run again',
    },
    'mariadb',
  ),
];
