import type { Simulation } from '../shared/contract/values/simulation.ts';

/** The members of an `AbortSignal` that the client uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The signature of `fetch` that the client uses; the global `fetch` of every runtime is one. */
export type FetchLike = (
  url: string,
  // biome-ignore lint/suspicious/noExplicitAny: the types of bodies and signals differ between runtimes
  init: any,
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

/** The address of the service and the app that calls it. An option that is `undefined` has its default. */
export interface ClientOptions {
  /** The address of the service, such as `https://invoices.example`; the client adds `/api/v1`. */
  readonly url: string;
  /** The id of the app, such as `app_…`. */
  readonly appId: string;
  /** The secret that `counterfoil app create` printed. It signs requests and is never sent. */
  readonly apiSecret: string;
  /**
   * Milliseconds from the first attempt of a call until the client gives it up; 30,000 by default. Until then, it repeats
   * what may succeed. Waiting for a free connection, or for the rate limit, before the first attempt does not count.
   */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds to wait for the answer to one attempt; 15,000 by default, and never beyond the deadline. */
  readonly timeoutMs?: number | undefined;
  /** Repeats of a call at most; 0 for none. By default, only the deadline limits them. */
  readonly repeats?: number | undefined;
  /** Requests in flight at once, at most; 64 by default. More calls wait, in order. */
  readonly connections?: number | undefined;
  /** Sends the requests instead of the global `fetch`, such as through a proxy. */
  readonly fetch?: FetchLike | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /**
   * 1 to 255 visible ASCII characters. A repeated write with the same key and request runs once, within 24 hours and across
   * restarts of your program; the client makes a new key for each write without one.
   */
  readonly idempotencyKey?: string | undefined;
  /** Gives the call up: it rejects with an `AbortedError`. A write that was sent may have run. */
  readonly signal?: AbortSignalLike | undefined;
  /** Another deadline than the client's. */
  readonly deadlineMs?: number | undefined;
  /** Only for accounts that are sandboxes: makes the first attempt fail, so that you can test what your program does then. */
  readonly simulate?: Simulation | undefined;
}

/** @internal Options that were checked, with their defaults. */
export type CheckedOptions = {
  readonly [Name in keyof Omit<ClientOptions, 'fetch'>]-?: NonNullable<ClientOptions[Name]>;
} & { readonly fetch: FetchLike | undefined };

const defaults = { deadlineMs: 30_000, timeoutMs: 15_000, repeats: Infinity, connections: 64 };

/** Maximum of `setTimeout`: longer timers end at once. */
const maxMs = 2_147_483_647;

const names = ['url', 'appId', 'apiSecret', ...Object.keys(defaults), 'fetch'];

/** @internal The options with their defaults. Throws a `TypeError` with everything that is wrong, and what would be right. */
export function checkedOptions(given: ClientOptions): CheckedOptions {
  if (typeof given !== 'object' || given === null)
    throw new TypeError('counterfoil() needs an object with url, appId and apiSecret');
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  const options = { fetch: undefined, ...defaults, ...Object.fromEntries(sent) } as unknown as CheckedOptions;
  const errors = [
    ...Object.keys(given)
      .filter((name) => !names.includes(name))
      .map((name) => `unknown option ${name}: the options are ${names.join(', ')}`),
    urlError(options.url),
    textError('appId', options.appId, '`counterfoil app create` prints it'),
    textError('apiSecret', options.apiSecret, '`counterfoil app create` prints it'),
    ...(['deadlineMs', 'timeoutMs'] as const).map((name) => durationError(name, options[name])),
    integerError('repeats', options.repeats, 0),
    integerError('connections', options.connections, 1),
    runtimeError(options.fetch),
  ].filter((error) => error !== undefined);
  if (errors.length > 0) throw new TypeError(`can't make a client: ${errors.join('; ')}`);
  return { ...options, url: options.url.replace(/\/+$/, '') };
}

const callNames = ['idempotencyKey', 'signal', 'deadlineMs', 'simulate'];

/** @internal Throws a `TypeError` when a call has wrong options: a misspelled key would protect nothing. */
export function checkCall(options: CallOptions): void {
  for (const name of Object.keys(options))
    if (!callNames.includes(name))
      throw new TypeError(`unknown option ${name}: the options of a call are ${callNames.join(', ')}`);
  const { deadlineMs, signal } = options;
  const error = deadlineMs === undefined ? undefined : durationError('deadlineMs', deadlineMs);
  if (error !== undefined) throw new TypeError(error);
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw new TypeError('signal must be an AbortSignal');
}

function urlError(url: unknown): string | undefined {
  const such = 'must be an address such as https://invoices.example';
  if (typeof url !== 'string' || url === '') return `url ${such}`;
  if (!URL.canParse(url)) return `url ${such}, not ${JSON.stringify(url)}`;
  const { protocol, username, password, search, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return `url ${such}, not ${JSON.stringify(url)}`;
  return username || password || search || hash
    ? 'url must have no user, password, query or fragment'
    : undefined;
}

function textError(name: string, value: unknown, remedy: string): string | undefined {
  if (typeof value === 'string' && /^[!-~]+$/.test(value)) return undefined;
  return value === undefined || value === ''
    ? `${name} is missing: ${remedy}`
    : `${name} must be a string of visible ASCII characters: ${remedy}`;
}

function durationError(name: string, value: unknown): string | undefined {
  const isRight = typeof value === 'number' && value >= 1 && value <= maxMs;
  return isRight ? undefined : `${name} must be a number of milliseconds from 1 to ${maxMs}`;
}

function integerError(name: string, value: unknown, min: number): string | undefined {
  const isRight = value === Infinity || (Number.isInteger(value) && (value as number) >= min);
  return isRight ? undefined : `${name} must be an integer of at least ${min}`;
}

function runtimeError(own: unknown): string | undefined {
  if (own === undefined && typeof globalThis.fetch !== 'function')
    return 'this runtime has no fetch: use Node 20 or later, or pass fetch';
  if (typeof globalThis.crypto?.subtle !== 'object')
    return 'this runtime has no Web Crypto: use Node 20 or later; browsers have it on https pages only';
  return own === undefined || typeof own === 'function' ? undefined : 'fetch must be a function';
}
