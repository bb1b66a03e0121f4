import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { backUp } from '../../admin/backup/backup.ts';
import { restore } from '../../admin/backup/restore.ts';
import { rotateKey } from '../../admin/keys/rotateKey.ts';
import { pausableQueues, pauseQueues, resumeQueues } from '../../admin/queues.ts';
import type { EmbeddedServer } from '../../servers/embeddedServers.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToSend, reached } from '../../shared/runtime/redis/redis.ts';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import { KeyRing } from '../../shared/secrets/keyRing.ts';
import { newSigner } from '../../test/support/apps.ts';
import { startPrivateDatabase } from '../../test/support/privateDatabase.ts';
import { signedRequest } from '../../test/support/rawRequest.ts';
import { binariesFolder } from '../../test/support/servers.ts';
import { openDatabase } from '../../workers/database/database.ts';
import type { Harm } from '../faults/fault.ts';
import { faultSecretKey } from '../faults/faultCluster.ts';
import { sendLoad } from '../faults/openLoop.ts';
import { type Attack, type LoadedAttack, onOwnCluster, underLoad } from './attack.ts';

/** Seconds of a flood, and its requests a second to one gateway. */
const floodSeconds = 5;
const floodRate = 400;

/** Sends requests with wrong signatures for as long as the work takes, and a moment longer. */
async function flooded(harm: Harm, work: () => Promise<string>): Promise<string> {
  const port = harm.cluster.ports[0] as number;
  const requests = Array.from({ length: 100 }, () => {
    const { appId, apiSecret } = newSigner();
    return signedRequest(port, { app_id: appId, api_secret: apiSecret }, 'article.list', {});
  });
  const flood = sendLoad({ port, requests, rate: floodRate, connections: 64, seconds: floodSeconds });
  const seen = await work();
  const { statuses } = await flood;
  const wrong = [...statuses].filter(([status]) => status !== 401 && status !== 503);
  if (wrong.length > 0) throw new Error(`unsigned requests got ${wrong.map(String).join('; ')}`);
  return `${seen}; ${[...statuses].map(([status, count]) => `${count} unsigned requests got ${status}`).join(', ')}`;
}

const besides = `, while ${floodRate} requests a second with wrong signatures arrive`;

const nextKey = Buffer.alloc(32, 10);
const rotations = 6;

const keyRotations: LoadedAttack = {
  name: 'key rotation under attack',
  done: `the secret key is rotated to another one and back, ${rotations} times${besides}`,
  holds: 'no call fails; every secret is encrypted with the last key',
  harm: (harm) =>
    flooded(harm, async () => {
      const { database } = harm.cluster;
      let unopened = 0;
      for (let index = 0; index < rotations; index += 1) {
        const [next, former] = index % 2 === 0 ? [nextKey, faultSecretKey] : [faultSecretKey, nextKey];
        unopened += (await rotateKey(database, new KeyRing(next, former))).unopened.length;
        await delay(500);
      }
      if (unopened > 0) throw new Error(`${unopened} secrets could not be opened`);
      return `${rotations} rotations`;
    }),
};

const pauses: LoadedAttack = {
  name: 'pause and resume under attack',
  done: `all queues are paused for half a second, five times${besides}`,
  holds: 'calls are rejected with 503 meanwhile, or done; none is refused and done',
  mayFailWith: [503],
  harm: (harm) =>
    flooded(harm, async () => {
      const redis = connectToSend(harm.cluster.redis.server.url, ignoreEvents);
      try {
        await reached(redis);
        for (let index = 0; index < 5; index += 1) {
          const queues = pausableQueues('all', undefined);
          await pauseQueues(redis, queues, { reason: 'attack' });
          await delay(500);
          await resumeQueues(redis, queues);
          await delay(500);
        }
        return 'five pauses';
      } finally {
        redis.disconnect();
      }
    }),
};

const acknowledgedBefore = 30;

/** `restore` takes no user with rights beyond its database. */
const confined = [
  "CREATE USER restored@'127.0.0.1' IDENTIFIED BY 'restored'",
  "GRANT ALL ON counterfoil.* TO restored@'127.0.0.1'",
];

function databaseEngineOf({ name }: Pick<EmbeddedServer, 'name'>): DatabaseEngine {
  return name === 'MySQL' ? 'mysql' : 'mariadb';
}

const backups: LoadedAttack = {
  name: 'backup and restore under attack',
  done: `a backup is made, and restored into the database of another server${besides}`,
  holds:
    'no call fails; the restored database passes `verify`, and has every write that was acknowledged before the backup',
  harm: (harm) =>
    flooded(harm, async () => {
      const { dataFolder, mariadb } = harm.cluster;
      const client = harm.client();
      const idents: string[] = [];
      for (let index = 0; index < acknowledgedBefore; index += 1) {
        const { envelope } = await client.call('article.create', { article_title: `before ${index}` });
        const { article_ident } = (envelope?.data ?? {}) as { readonly article_ident?: string };
        idents.push(article_ident ?? 'none');
      }
      const file = path.join(dataFolder, 'attacked.sql.gz');
      const place = { dataFolder: path.dirname(binariesFolder), printLine: () => {} };
      const copy = await startPrivateDatabase(confined, [], databaseEngineOf(mariadb.server));
      const url = copy.urlAs('restored', '127.0.0.1');
      await backUp({ url: mariadb.server.url, ...place }, file);
      try {
        const { checks } = await restore({
          url,
          file,
          keys: new KeyRing(faultSecretKey),
          ...place,
        });
        const bad = checks.filter(({ state }) => state !== 'ok');
        if (bad.length > 0) throw new Error(`verify: ${JSON.stringify(bad.slice(0, 3))}`);
        await expectIdents(url, idents);
      } finally {
        await copy.remove();
        await rm(file, { force: true });
      }
      return `restored with all ${idents.length} earlier writes`;
    }),
};

async function expectIdents(url: string, idents: readonly string[]): Promise<void> {
  const pool = openDatabase(url, 1);
  try {
    const stored: readonly string[] = await pool('articles').pluck('article_ident');
    const missing = idents.filter((ident) => !stored.includes(ident));
    if (missing.length > 0) throw new Error(`the backup lacks ${missing.length} acknowledged writes`);
  } finally {
    await pool.destroy();
  }
}

const floods: LoadedAttack = {
  name: 'wrong signatures beside good clients',
  done: `${floodRate} requests a second with wrong signatures arrive at one of two gateways, for ${floodSeconds} s`,
  holds: 'they get 401; no other call fails',
  harm: (harm) => flooded(harm, async () => 'as usual'),
};

/** Operators' commands while the service is used and attacked. */
export const operatorAttacks: readonly Attack[] = [
  underLoad(floods),
  onOwnCluster(keyRotations, {
    env: {
      COUNTERFOIL_SECRET_KEY: nextKey.toString('base64'),
      COUNTERFOIL_FORMER_SECRET_KEY: faultSecretKey.toString('base64'),
    },
  }),
  underLoad(pauses),
  underLoad(backups),
];
