import path from 'node:path';
import { cleanEnv, str } from 'envalid';
import { maxPartitions } from '../values/partitions.ts';
import { redisUrl } from './redisUrl.ts';
import { databaseUrl } from './serverUrls.ts';
import { type Environment, withCaFiles, withFiles } from './settingFiles.ts';
import { type TraceSettings, traceSettings, traceSpecs } from './traceSettings.ts';
import { oneOf, secretKey, wholeNumber } from './validators.ts';

export class SettingsError extends Error {}

export const databaseEngines = ['mariadb', 'mysql'] as const;
export type DatabaseEngine = (typeof databaseEngines)[number];

/** Stays well below the hour for which the inbox remembers a call without a key. */
const longestDeadlineMs = 600_000;

const specs = {
  PORT: wholeNumber(1, 65_535)({ default: 8080 }),
  HOST: str({ default: '127.0.0.1' }),
  METRICS_PORT: wholeNumber(0, 65_535)({ default: 0 }),
  METRICS_HOST: str({ default: '127.0.0.1' }),
  STATUS_PORT: wholeNumber(0, 65_535)({ default: 0 }),
  COUNTERFOIL_DATA: str({ default: '.counterfoil' }),
  COUNTERFOIL_DATABASE: oneOf(databaseEngines)({ default: 'mariadb' }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'])({ default: 'info' }),
  DATABASE_URL: databaseUrl({ default: undefined }),
  DATABASE_CA_FILE: str({ default: undefined }),
  REDIS_URL: redisUrl({ default: undefined }),
  REDIS_CA_FILE: str({ default: undefined }),
  COUNTERFOIL_SECRET_KEY: secretKey({ default: undefined }),
  COUNTERFOIL_FORMER_SECRET_KEY: secretKey({ default: undefined }),
  CALL_DEADLINE_MS: wholeNumber(100, longestDeadlineMs)({ default: 10_000 }),
  REQUEST_TIMEOUT_MS: wholeNumber(100)({ default: 15_000 }),
  DATABASE_POOL: wholeNumber(2)({ default: 10 }),
  QUEUE_PARTITIONS: wholeNumber(1, maxPartitions)({ default: 1 }),
  MAX_CALLS: wholeNumber(1)({ default: 4_000 }),
  MAX_BYTES: wholeNumber(1_048_576)({ default: 134_217_728 }),
  MAX_CONNECTIONS: wholeNumber(1)({ default: 5_000 }),
  DRAIN_MS: wholeNumber(0)({ default: 2_000 }),
  DOCS: oneOf(['on', 'off'])({ default: 'off' }),
  ...traceSpecs,
  SCALING_TARGET_MS: wholeNumber(10)({ default: 500 }),
};

/** Settings of every role. A role requires those it cannot do without by `need`. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Port of metrics and health; 0 lets the system choose. */
  readonly metricsPort: number;
  readonly metricsHost: string;
  /** Port of the status page; 0 lets the system choose. */
  readonly statusPort: number;
  readonly dataFolder: string;
  /** Private database server that `up` runs, unless a URL names another one. */
  readonly databaseEngine: DatabaseEngine;
  readonly logLevel: string;
  /** Includes the CA file, if any, as a parameter. So does `redisUrl`. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly secretKey: Buffer | undefined;
  /** Decrypts older secrets during a rotation of keys. */
  readonly formerSecretKey: Buffer | undefined;
  /** Maximum time of a call from acceptance to answer. */
  readonly callDeadlineMs: number;
  readonly requestTimeoutMs: number;
  readonly databasePool: number;
  readonly queuePartitions: number;
  readonly maxCalls: number;
  readonly maxBytes: number;
  readonly maxConnections: number;
  /** Time for which a stopping gateway still accepts requests, so that load balancers notice. */
  readonly drainMs: number;
  /** The gateway serves its documentation to anyone who can reach it. */
  readonly servesDocs: boolean;
  readonly traces: TraceSettings | undefined;
  readonly scalingTargetMs: number;
}

/** Throws a `SettingsError` that lists every problem. */
export function readSettings(environment: Environment): Settings {
  const { given, unreadable } = withFiles(environment, Object.values(variables));
  const { trusting, untrusted } = withCaFiles(given);
  const values = cleanEnv(trusting, specs, { reporter: reporter([...unreadable, ...untrusted]) });
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    statusPort: values.STATUS_PORT,
    dataFolder: path.resolve(values.COUNTERFOIL_DATA),
    databaseEngine: values.COUNTERFOIL_DATABASE,
    logLevel: values.LOG_LEVEL,
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
  });
}

/** Settings of commands that call the service. */
export const forClients = ['COUNTERFOIL_URL', 'COUNTERFOIL_APP_ID', 'COUNTERFOIL_API_SECRET'];

export function settingNames(): readonly string[] {
  return [...Object.keys(specs), ...Object.values(variables).map((name) => `${name}_FILE`)];
}

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
export function need<Names extends keyof typeof variables>(
  settings: Settings,
  ...names: Names[]
): WithRequired<Names> {
  const missing = names.filter((name) => settings[name] === undefined).map((name) => variables[name]);
  if (missing.length === 0) return settings as WithRequired<Names>;
  const files = `no running \`npm start\` was found in ${settings.dataFolder}`;
  throw new SettingsError(
    `${missing.join(', ')} not set, and ${files}: set the missing settings, or COUNTERFOIL_DATA to its data folder`,
  );
}

const reporter =
  (unreadable: readonly string[]) =>
  ({ errors }: { errors: Partial<Record<string, Error>> }): void => {
    const wrong = Object.entries(errors).map(([name, error]) => `${name} ${error?.message}`);
    const problems = [...unreadable, ...wrong];
    if (problems.length > 0) throw new SettingsError(`invalid settings: ${problems.join('; ')}`);
  };
