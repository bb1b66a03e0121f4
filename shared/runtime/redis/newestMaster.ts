import { Redis, type SentinelConnectionOptions, SentinelConnector, SentinelIterator } from 'ioredis';

type Sentinel = NonNullable<SentinelConnectionOptions['sentinels']>[number];

/** Maximum wait for the answer of each Sentinel; slower ones are asked last. */
const askMs = 300;

/**
 * Asks the Sentinel for the master that knows the newest fail-over. One Sentinel knows of a fail-over up to two seconds before
 * the others, which still name the former master. If that one is back already, it takes writes until the Sentinels make it a
 * replica, about ten seconds later; all of these writes are lost.
 */
export class NewestMaster extends SentinelConnector {
  // ioredis declares the argument as unknown.
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override async connect(
    ...parameters: Parameters<SentinelConnector['connect']>
  ): ReturnType<SentinelConnector['connect']> {
    this.connecting = true;
    const sentinels = await newestFirst(allOf(this.sentinelIterator), this.options);
    if (!this.connecting) throw new Error('Connection is closed.');
    this.sentinelIterator = new SentinelIterator(sentinels);
    return super.connect(...parameters);
  }
}

function allOf(iterator: SentinelIterator): Sentinel[] {
  iterator.reset(false);
  const sentinels: Sentinel[] = [];
  for (let { done, value } = iterator.next(); !done; { done, value } = iterator.next()) sentinels.push(value);
  return sentinels;
}

async function newestFirst(
  sentinels: readonly Sentinel[],
  options: SentinelConnectionOptions,
): Promise<Sentinel[]> {
  const asked = sentinels.map(async (sentinel) => ({ sentinel, epoch: await epochAt(sentinel, options) }));
  return (await Promise.all(asked))
    .toSorted((one, other) => other.epoch - one.epoch)
    .map(({ sentinel }) => sentinel);
}

/** Number of the latest fail-over that a Sentinel knows; -1 if it does not answer in time. */
async function epochAt(sentinel: Sentinel, options: SentinelConnectionOptions): Promise<number> {
  const { name = '', sentinelUsername, sentinelPassword, sentinelTLS } = options;
  const redis = new Redis({
    ...sentinel,
    username: sentinelUsername,
    password: sentinelPassword,
    tls: sentinelTLS,
    connectTimeout: askMs,
    commandTimeout: askMs,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  redis.on('error', () => {});
  try {
    const master = (await redis.call('SENTINEL', 'MASTER', name)) as Fields | readonly string[];
    return Number(fieldIn(master, 'config-epoch') ?? -1);
  } catch {
    return -1;
  } finally {
    redis.disconnect();
  }
}

type Fields = Readonly<Record<string, string>>;

/** RESP3 returns an object, RESP2 a list. */
function fieldIn(reply: Fields | readonly string[], name: string): string | undefined {
  return isList(reply) ? reply[reply.indexOf(name) + 1] : reply[name];
}

function isList(reply: Fields | readonly string[]): reply is readonly string[] {
  return Array.isArray(reply);
}
