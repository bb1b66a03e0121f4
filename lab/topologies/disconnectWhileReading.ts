import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToWait } from '../../shared/runtime/redis/redis.ts';

// A process that ends its connection to a Redis Cluster (the argument is its URL) while it reads the slots again. It has nothing else
// to do, so it must end then.

const redis = connectToWait(process.argv[2] ?? '', ignoreEvents, 0);
// The client reads the slots first while it connects.
redis.once('ready', () => redis.once('refresh', () => redis.disconnect()));
