import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import type { TcpProxy } from '../support/tcpProxy.ts';
import type { Fault } from './fault.ts';

/** Milliseconds that the network is silent: longer than a connection may be silent before it counts as dead. */
const silentMs = 3_000;

/** Loses the answers to some requests that hold a text. */
async function loseAnswers(proxy: TcpProxy, text: string): Promise<void> {
  for (const before of [0, 1, 2].map((more) => proxy.dropped + more)) {
    proxy.dropAnswers(1, text);
    await eventually(() => proxy.dropped > before);
  }
}

/** Connections that break, answers that get lost, networks that fall silent. */
export const networkFaults: readonly Fault[] = [
  {
    name: 'connections to Redis cut',
    promise: 'they are opened again, and nothing that was on its way is lost',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      mark();
      cluster.redis.proxy.cut();
    },
  },
  {
    name: 'connections to the database cut',
    promise: 'sets are run again',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      mark();
      cluster.mariadb.proxy.cut();
    },
  },
  {
    name: 'answers to COMMIT lost',
    promise: 'the inbox tells what was done',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      mark();
      await loseAnswers(cluster.mariadb.proxy, 'COMMIT');
    },
  },
  {
    name: 'answers to `add` lost',
    promise: 'the same job is added again',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      mark();
      await loseAnswers(cluster.redis.proxy, '"replyTo"');
    },
  },
  {
    name: 'answers to sent replies lost',
    promise: 'replies are sent again; a second one changes nothing',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      mark();
      await loseAnswers(cluster.redis.proxy, 'xadd');
    },
  },
  {
    name: 'replies lost on their way',
    promise: 'the stream is read again',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      mark();
      await loseAnswers(cluster.redis.proxy, 'xread');
    },
  },
  {
    name: 'network to Redis silent',
    promise: 'calls wait, on new connections if need be',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      cluster.redis.proxy.pause();
      await delay(silentMs);
      mark();
      cluster.redis.proxy.resume();
    },
  },
  {
    name: 'network to the database silent',
    promise: 'sets wait, or are run again',
    recoveryMs: 3_000,
    harm: async ({ cluster, mark }) => {
      cluster.mariadb.proxy.pause();
      await delay(silentMs);
      mark();
      cluster.mariadb.proxy.resume();
    },
  },
];
