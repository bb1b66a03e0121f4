import { LRUCache } from 'lru-cache';
import { type AppRefusalReason, accountApp } from '../../shared/contract/operations/account.app.ts';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { Answer } from '../../shared/wire/envelope.ts';
import type { CallClient } from '../calls/callClient.ts';
import { Unavailable, type UnavailableReason } from '../calls/unavailable.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';
import { type App, obstacleOf, openApp, type SecretOpener } from './app.ts';
import type { RefusalDelay } from './refusalDelay.ts';

export type NoApp = AppRefusalReason | 'unknown_app';

export type Found = App | NoApp | Unavailable;

export function isApp(found: Found | undefined): found is App {
  return typeof found === 'object' && !(found instanceof Unavailable);
}

/** A revoked or disabled app is refused, and a new limit or policy applies, after at most `keptMs`. */
const keptMs = 8_000;
const refreshedBelowMs = 4_000;
/**
 * Time for which an app may still sign while it cannot be looked up: an outage of the account workers should not stop all
 * others. It also bounds how long a revoked or disabled app can sign during such an outage.
 */
const staleKeptMs = 300_000;
const staleRefreshMs = 1_000;
/** A new app can sign this soon after it was used before it existed. */
const unknownKeptMs = 2_000;

interface Keys extends SecretOpener, Pick<KeyGuard, 'kindOf'> {
  /** Called if a secret could not be decrypted. */
  doubt(): void;
}

interface Parts {
  readonly callClient: CallClient;
  readonly keys: Keys;
  readonly refusalDelay: RefusalDelay;
  readonly emit: Emit;
}

/**
 * Looks up apps through the queue of accounts and keeps them for a few seconds. Invented ids cost no look-up, since their check
 * part is wrong.
 */
export class Apps {
  readonly #parts: Parts;
  readonly #known = new LRUCache<string, App>({ max: 10_000, ttl: keptMs });
  readonly #stale = new LRUCache<string, App>({ max: 10_000, ttl: staleKeptMs });
  /** Separate, so that invented ids do not push out apps that exist. */
  readonly #unknown = new LRUCache<string, NoApp>({ max: 10_000, ttl: unknownKeptMs });
  readonly #lookups = new Map<string, Promise<Found>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves to `Unavailable` also while no worker has told the key of app ids. */
  find(appId: string): Promise<Found> | Found {
    const known = this.#known.get(appId);
    if (!known) return this.#findUnknown(appId);
    if (this.#known.getRemainingTTL(appId) < refreshedBelowMs) void this.#lookUp(appId);
    return known;
  }

  known(appId: string): App | undefined {
    return this.#known.get(appId);
  }

  #findUnknown(appId: string): Promise<Found> | Found {
    const kind = this.#parts.keys.kindOf(appId);
    if (kind === 'forged') return 'unknown_app';
    if (kind === 'unchecked') return this.#unavailable(appId, 'key_unknown');
    return this.#unknown.get(appId) ?? this.#lookUp(appId);
  }

  /** Concurrent requests that miss the same app share one look-up. */
  #lookUp(appId: string): Promise<Found> {
    const inFlight = this.#lookups.get(appId);
    if (inFlight) return inFlight;
    const lookup = this.#ask(appId)
      .catch((error) => this.#unavailable(appId, summarize(error).code))
      .finally(() => this.#lookups.delete(appId));
    this.#lookups.set(appId, lookup);
    return lookup;
  }

  async #ask(appId: string): Promise<Found> {
    const { callClient, refusalDelay, emit } = this.#parts;
    const startedAt = performance.now();
    const reply = await callClient.call('service', { contract: accountApp, input: { app_id: appId } });
    const ms = performance.now() - startedAt;
    const isRefused = reply.kind === 'refused' && reply.code === 'app_not_found';
    if (reply.kind !== 'done' && !isRefused)
      return this.#foundBefore(appId, reply.code, reply instanceof Unavailable ? reply.reason : undefined);
    refusalDelay.add(ms);
    emit('app_looked_up', { app: appId, found: reply.kind === 'done', ms: Math.round(ms) });
    return reply.kind === 'done' ? this.#opened(appId, reply) : this.#forget(appId, obstacleOf(reply));
  }

  #opened(appId: string, reply: Answer): Found {
    const { keys } = this.#parts;
    const app = openApp(appId, reply, keys);
    if (app) return this.#keep(app);
    keys.doubt();
    return this.#foundBefore(appId, 'secret_not_opened', 'key');
  }

  #keep(app: App): App {
    this.#known.set(app.appId, app);
    this.#stale.set(app.appId, app);
    return app;
  }

  #forget(appId: string, why: NoApp): NoApp {
    this.#known.delete(appId);
    this.#stale.delete(appId);
    this.#unknown.set(appId, why);
    return why;
  }

  #foundBefore(appId: string, code: string, reason?: UnavailableReason): Found {
    const app = this.#stale.get(appId);
    if (app) this.#known.set(appId, app, { ttl: staleRefreshMs });
    const unavailable = this.#unavailable(appId, code, reason);
    return app ?? unavailable;
  }

  #unavailable(app: string, code: string, reason: UnavailableReason = 'app_lookup'): Unavailable {
    this.#parts.emit('app_lookup_failed', { app, code });
    return new Unavailable(reason);
  }
}
