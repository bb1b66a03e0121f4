import { EnvError, makeValidator } from 'envalid';
import { defaultPortOf, nodeOf, partsOf, sentinelPassword, sentinelUser } from './redisAddress.ts';
import { caFile } from './serverAddress.ts';
import { refuseUnknown, requireDecodable, urlOf } from './serverUrls.ts';

const clusterExample = 'redis+cluster://10.0.0.1:6379,10.0.0.2:6379,10.0.0.3:6379';
const sentinelExample = 'redis+sentinel://10.0.0.1:26379,10.0.0.2:26379,10.0.0.3:26379/mymaster';

export const redisUrl = makeValidator((text) => {
  if (/^rediss?\+/i.test(text)) checkSeveral(text);
  else checkOne(text);
  return text;
});

function checkOne(text: string): void {
  if (/^rediss?:\/\/[^/?#]*,/i.test(text))
    throw new EnvError(
      `lists several servers: begin it with redis+cluster:// for a Redis Cluster, such as ${clusterExample}, or with redis+sentinel:// for Sentinel, such as ${sentinelExample}`,
    );
  const url = urlOf(text, ['redis:', 'rediss:']);
  refuseUnknown(url.searchParams, [caFile], 'for TLS, begin the URL with rediss://');
  if (url.searchParams.size > 0) requireTls(url.protocol === 'rediss:', 'rediss://');
  if (!/^\/?\d*$/.test(url.pathname))
    throw new EnvError('has a path that is not a database number, such as /1');
}

function checkSeveral(text: string): void {
  requireDecodable(text);
  const parts = partsOf(text);
  if (!parts)
    throw new EnvError(
      `must begin with redis://, redis+cluster:// or redis+sentinel://, or with rediss for TLS, such as ${clusterExample}`,
    );
  const { isCluster, usesTls, nodes, path, search } = parts;
  const scheme = isCluster ? 'cluster' : 'sentinel';
  const example = isCluster ? clusterExample : sentinelExample;
  const wrong = nodes.findIndex((node) => !nodeOf(node, defaultPortOf(isCluster)));
  // The wrong part is not shown: it may belong to the password.
  if (wrong >= 0)
    throw new EnvError(
      `has no host and port as node ${wrong + 1}: separate nodes by commas, such as ${example}`,
    );
  if (isCluster) requireNoDatabase(path);
  else requireMasterName(path);
  const known = isCluster ? [caFile] : [caFile, sentinelUser, sentinelPassword];
  refuseUnknown(search, known, `for TLS, begin the URL with rediss+${scheme}://`);
  if (search.has(caFile)) requireTls(usesTls, `rediss+${scheme}://`);
}

function requireNoDatabase(path: string): void {
  if (path === '' || path === '/') return;
  throw new EnvError(
    `has a path, but a Redis Cluster has no numbered databases: remove it, such as ${clusterExample}`,
  );
}

function requireMasterName(path: string): void {
  if (/^\/[^/]+(?:\/\d*)?$/.test(path)) return;
  throw new EnvError(
    `must name the master that the Sentinels watch, and may name a database number, such as ${sentinelExample} or …/mymaster/1`,
  );
}

function requireTls(usesTls: boolean, scheme: string): void {
  if (!usesTls) throw new EnvError(`must begin with ${scheme} if REDIS_CA_FILE is set`);
}
