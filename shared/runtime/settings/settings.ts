import path from 'node:path';
import { type CleanedEnv, cleanEnv, str } from 'envalid';
import { maxBodyBytes } from '../../contract/values/contractLimits.ts';
import { maxPartitions } from '../queueNames.ts';
import { redisUrl } from './redisUrl.ts';
import { databaseUrl } from './serverUrls.ts';
import { type Environment, withCaFiles, withFiles } from './settingFiles.ts';
import { traceSettings, traceSpecs } from './traceSettings.ts';
import { oneOf, secretKey, wholeNumber } from './validators.ts';

export class SettingsError extends Error {}

export const databaseEngines = ['mariadb', 'mysql'] as const;
export type DatabaseEngine = (typeof databaseEngines)[number];

/** Stays well below the hour for which the inbox remembers a call without a key. */
export const maxDeadlineMs = 600_000;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** Port of a server; 0 for any free one. */
const portOrFree = wholeNumber(0, 65_535);

const everyRole = {
  LOG_LEVEL: oneOf(logLevels)({
    default: 'info',
    desc: `what is logged: ${logLevels.join(', ')}`,
  }),
  METRICS_PORT: portOrFree({
    default: 0,
    desc: 'the port at which a role serves its metrics and health. 0: a free one, which the log line `metrics_served` names. Each role on a machine needs its own; `up` gives its roles this port and those after it. With Compose it is 9464 in each container',
  }),
  METRICS_HOST: str({
    default: '127.0.0.1',
    desc: 'the address at which a role serves its metrics and health',
  }),
};

const ofDatabase = {
  DATABASE_URL: databaseUrl({
    default: undefined,
    example: 'mysql://counterfoil:PASSWORD@127.0.0.1:3306/counterfoil',
    desc: 'the database; required by workers. Without it, `up` runs a private one',
  }),
  DATABASE_CA_FILE: str({
    default: undefined,
    example: '/etc/counterfoil/database-ca.pem',
    desc: 'the certificate, in PEM, of the authority that signed that of the database. TLS is then required and verified',
  }),
};

const ofRedis = {
  REDIS_URL: redisUrl({
    default: undefined,
    example: 'redis://:PASSWORD@127.0.0.1:6379',
    desc: 'Redis, or `redis+cluster://:password@a:6379,b:6379`, or `redis+sentinel://:password@h1:26379,h2:26379/mymaster` (docs/redis.md); requires `maxmemory-policy noeviction` and an append-only file. Without it, `up` runs a private one',
  }),
  REDIS_CA_FILE: str({
    default: undefined,
    example: '/etc/counterfoil/redis-ca.pem',
    desc: 'the certificate, in PEM, of the authority that signed that of Redis; `REDIS_URL` must begin with `rediss://`',
  }),
};

const ofKeys = {
  COUNTERFOIL_SECRET_KEY: secretKey({
    default: undefined,
    desc: '32 bytes in base64, from `openssl rand -base64 32`, or created by `up`: encrypts the secrets of apps and webhooks. Required by gateways, workers of `webhook`, `app create`, `app rotate`, `key` and `restore`, used by `doctor` and `verify`. Roles and commands reject a wrong key; without it, every app needs a new secret',
  }),
  COUNTERFOIL_FORMER_SECRET_KEY: secretKey({
    default: undefined,
    desc: 'the previous key, while `key rotate` replaces it (docs/deploying.md)',
  }),
};

const onOneMachine = {
  STATUS_PORT: portOrFree({
    default: 0,
    desc: 'where the status page is served, also that of `status --page`, on 127.0.0.1 only. 0: a free port',
  }),
  IMPORT_PORT: portOrFree({
    default: 0,
    desc: 'where the import page is served, on 127.0.0.1 only. 0: a free port',
  }),
  COUNTERFOIL_DATA_DIR: str({
    default: '.counterfoil',
    desc: 'the data folder of `up`: databases, logs, `demo.env`, `servers.env`',
  }),
  COUNTERFOIL_PRIVATE_ENGINE: oneOf(databaseEngines)({
    default: 'mariadb',
    desc: `the private database of \`up\`: ${databaseEngines.join(' or ')}. A data folder works only with the database that it was created with`,
  }),
};

const gateway = {
  HOST: str({
    default: '127.0.0.1',
    desc: 'where a gateway listens; 127.0.0.1 is this machine only. The requests are not encrypted: put TLS in front',
  }),
  PORT: wholeNumber(
    1,
    65_535,
  )({
    default: 8080,
    desc: 'the port of a gateway. With Compose and several gateways, a range such as 8080-8083: each gateway gets one',
  }),
  CALL_DEADLINE_MS: wholeNumber(
    100,
    maxDeadlineMs,
  )({
    default: 10_000,
    desc: `the maximum time from the acceptance of a call to its answer, in milliseconds; at most ${maxDeadlineMs}. Then the answer is 504, outcome unknown. Above 10000, also raise \`stop_grace_period\` (Compose), \`TimeoutStopSec\` of gateways (systemd) and the time-outs of the proxy`,
  }),
  REQUEST_TIMEOUT_MS: wholeNumber(100)({
    default: 15_000,
    desc: 'the maximum time for a request to arrive, in milliseconds',
  }),
  MAX_CALLS: wholeNumber(1)({
    default: 4_000,
    desc: 'the maximum number of calls that a gateway has in flight; more are rejected with 503. Batches have a separate limit: the same, but never less than eight of the largest ones',
  }),
  MAX_BYTES: wholeNumber(maxBodyBytes)({
    default: 134_217_728,
    desc: 'the maximum number of bytes of the requests in flight, as for `MAX_CALLS`',
  }),
  MAX_CONNECTIONS: wholeNumber(1)({
    default: 5_000,
    desc: 'the maximum number of connections of a gateway; idle and slow ones are closed to accept new ones. If there is none, requests on the new one are rejected with 503. Keep it above `MAX_CALLS`',
  }),
  DRAIN_MS: wholeNumber(0)({
    default: 2_000,
    desc: 'how long a stopping gateway still accepts requests, in milliseconds, so that load balancers notice. Under `up`: 0, or 500 with several gateways. Above 5000, also raise `stop_grace_period` (Compose) and `TimeoutStopSec` of gateways (systemd)',
  }),
  DOCS: oneOf(['on', 'off'])({
    default: 'off',
    desc: '`on`: a gateway serves the documentation of the API at `/docs`, and its description at `/openapi.json`, to anyone who can reach it. `up` sets it',
  }),
  SCALING_TARGET_MS: wholeNumber(10)({
    default: 500,
    desc: 'the age of the oldest call, in milliseconds, above which more processes are wanted (docs/scaling.md)',
  }),
};

const worker = {
  DATABASE_POOL: wholeNumber(2)({
    default: 10,
    desc: 'the maximum number of database connections of a worker process',
  }),
  QUEUE_PARTITIONS: wholeNumber(
    1,
    maxPartitions,
  )({
    default: 1,
    desc: `the number of partitions (docs/redis.md) of each queue of a worker, 1 to ${maxPartitions}: several masters of a Redis Cluster then do the work of one queue. Gateways learn it from the workers`,
  }),
};

/** Settings by the roles that use them, as the documentation lists them. */
export const settingGroups = {
  'every role': everyRole,
  'worker, `up`, commands': ofDatabase,
  'every role, commands': ofRedis,
  'gateway, worker of `webhook`, commands': ofKeys,
  '`up`': onOneMachine,
  gateway,
  worker,
  traces: traceSpecs,
};

const specs = {
  ...gateway,
  ...worker,
  ...onOneMachine,
  ...everyRole,
  ...ofDatabase,
  ...ofRedis,
  ...ofKeys,
  ...traceSpecs,
};

/** Settings of every role. A role requires those that it can't do without with `requireSettings`. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;

/** Throws a `SettingsError` that lists every problem. */
export function readSettings(environment: Environment): Settings {
  const { given, unreadable } = withFiles(environment, Object.values(variables));
  const { trusting, untrusted } = withCaFiles(given);
  const values = cleanEnv(trusting, specs, { reporter: reporter([...unreadable, ...untrusted]) });
  return Object.freeze(settingsOf(values));
}

function settingsOf(values: CleanedEnv<typeof specs>) {
  return {
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    statusPort: values.STATUS_PORT,
    importPort: values.IMPORT_PORT,
    dataFolder: path.resolve(values.COUNTERFOIL_DATA_DIR),
    databaseEngine: values.COUNTERFOIL_PRIVATE_ENGINE,
    logLevel: values.LOG_LEVEL,
    // The CA file, if any, is a parameter of this URL and of redisUrl.
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    secretKey: values.COUNTERFOIL_SECRET_KEY,
    formerSecretKey: values.COUNTERFOIL_FORMER_SECRET_KEY,
    callDeadlineMs: values.CALL_DEADLINE_MS,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    databasePool: values.DATABASE_POOL,
    queuePartitions: values.QUEUE_PARTITIONS,
    maxCalls: values.MAX_CALLS,
    maxBytes: values.MAX_BYTES,
    maxConnections: values.MAX_CONNECTIONS,
    drainMs: values.DRAIN_MS,
    servesDocs: values.DOCS === 'on',
    traces: traceSettings(values),
    scalingTargetMs: values.SCALING_TARGET_MS,
  };
}

/** Settings of commands that call the service. */
export const forClients = ['COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET'];

export function settingNames(): readonly string[] {
  return [...Object.keys(specs), ...Object.values(variables).map((name) => `${name}_FILE`)];
}

/** Settings that may come as a file, whose path is in `NAME_FILE`. */
const variables = {
  databaseUrl: 'DATABASE_URL',
  redisUrl: 'REDIS_URL',
  secretKey: 'COUNTERFOIL_SECRET_KEY',
  formerSecretKey: 'COUNTERFOIL_FORMER_SECRET_KEY',
} as const;

type WithRequired<Names extends keyof typeof variables> = Settings & {
  readonly [Name in Names]-?: NonNullable<Settings[Name]>;
};

/** Narrows the settings to those with the given names. Throws a `SettingsError` that lists the missing ones. */
export function requireSettings<Names extends keyof typeof variables>(
  settings: Settings,
  ...names: Names[]
): WithRequired<Names> {
  const missing = names.filter((name) => settings[name] === undefined).map((name) => variables[name]);
  if (missing.length === 0) return settings as WithRequired<Names>;
  const files = `no running \`npm start\` was found in ${settings.dataFolder}`;
  throw new SettingsError(
    `${missing.join(', ')} not set, and ${files}: set the missing settings, or COUNTERFOIL_DATA_DIR to its data folder`,
  );
}

const reporter =
  (unreadable: readonly string[]) =>
  ({ errors }: { errors: Partial<Record<string, Error>> }): void => {
    const wrong = Object.entries(errors).map(([name, error]) => `${name} ${error?.message}`);
    const problems = [...unreadable, ...wrong];
    if (problems.length > 0) throw new SettingsError(`invalid settings: ${problems.join('; ')}`);
  };
