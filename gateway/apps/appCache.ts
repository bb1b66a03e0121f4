import { LRUCache } from 'lru-cache';
import { accountApp } from '../../shared/contract/operations/account.app.ts';
import { settingsApplySeconds } from '../../shared/contract/values/contractLimits.ts';
import type { UnavailableReason } from '../../shared/runtime/process/events.ts';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import type { Answer } from '../../shared/wire/envelope.ts';
import type { CallClient } from '../calls/callClient.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';
import { App, type NoApp, noAppReason, openApp } from './app.ts';
import type { RejectionDelay } from './rejectionDelay.ts';

/** Result of a look-up: the app, or why there is none. */
export type AppLookup = App | NoApp | 'malformed' | Unavailable;

/** App that was looked up lately. */
interface KnownApp {
  readonly app: App;
  /** Milliseconds of the monotonic clock. Until then the app may sign without another look-up. */
  readonly until: number;
}

/** Time in which an app can be looked up, even on a busy machine. */
const lookUpMs = 2_000;
/** A revoked or disabled app is rejected, and a new limit or policy applies, after this time and a look-up. */
export const knownTtlMs = settingsApplySeconds * 1_000 - lookUpMs;
const refreshedBelowMs = knownTtlMs / 2;
/**
 * Time for which an app may still sign while it can't be looked up: an outage of the account workers should not stop all
 * others. It also bounds how long a revoked or disabled app can sign during such an outage.
 */
const staleTtlMs = 300_000;
const staleRefreshMs = 1_000;
/** A new app can sign this soon after it was used before it existed. */
const unknownTtlMs = 2_000;

interface AppCacheDependencies {
  readonly callClient: CallClient;
  readonly keys: Pick<KeyGuard, 'open' | 'appIdKind' | 'recheckKeys'>;
  readonly rejectionDelay: RejectionDelay;
  readonly emit: Emit;
}

/**
 * Looks up apps through the queue of accounts and keeps them for a few seconds. Invented ids cost no look-up, since their check
 * part is wrong.
 */
export class AppCache {
  readonly #dependencies: AppCacheDependencies;
  readonly #known = new LRUCache<string, KnownApp>({ max: 10_000 });
  readonly #stale = new LRUCache<string, App>({ max: 10_000, ttl: staleTtlMs });
  /** Separate, so that invented ids do not push out apps that exist. */
  readonly #unknown = new LRUCache<string, NoApp>({ max: 10_000, ttl: unknownTtlMs });
  readonly #lookups = new Map<string, Promise<AppLookup>>();

  constructor(dependencies: AppCacheDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns an app that is found without waiting. One that requests use is looked up again in the background. */
  known(appId: string | undefined): KnownApp | undefined {
    const known = appId === undefined ? undefined : this.#known.get(appId);
    if (!known) return undefined;
    const leftMs = known.until - performance.now();
    if (leftMs <= 0) return undefined;
    if (leftMs < refreshedBelowMs) void this.#lookUp(known.app.appId);
    return known;
  }

  /**
   * Finds the app of a request. `before` is what `known` returned when the request began. Its app is found again if its time is
   * over, since it may have been revoked. Resolves to `Unavailable` also while no worker has told the key of app ids.
   */
  find(appId: string | undefined, before?: KnownApp): Promise<AppLookup> | AppLookup {
    if (appId === undefined) return 'malformed';
    if (before && performance.now() < before.until) return before.app;
    const known = this.known(appId);
    if (known) return known.app;
    const kind = this.#dependencies.keys.appIdKind(appId);
    if (kind === 'forged') return 'unknown_app';
    if (kind === 'unchecked') return this.#unavailable(appId, 'key_unknown');
    // A look-up that waits for a worker must not delay the calls of an app that was found before.
    if (this.#stale.has(appId) && this.#lacksWorkerNow) return this.#foundBefore(appId, 'no_worker');
    return this.#unknown.get(appId) ?? this.#lookUp(appId);
  }

  get #lacksWorkerNow(): boolean {
    return this.#dependencies.callClient.queues.interactive.account.withoutWorkerSince !== undefined;
  }

  /** Concurrent requests that miss the same app share one look-up. */
  #lookUp(appId: string): Promise<AppLookup> {
    const inFlight = this.#lookups.get(appId);
    if (inFlight) return inFlight;
    const lookup = this.#ask(appId)
      /* v8 ignore next -- a call resolves also when it fails. */
      .catch((error) => this.#unavailable(appId, summarize(error).code))
      .finally(() => this.#lookups.delete(appId));
    this.#lookups.set(appId, lookup);
    return lookup;
  }

  async #ask(appId: string): Promise<AppLookup> {
    const { callClient, rejectionDelay, emit } = this.#dependencies;
    const startedAt = performance.now();
    const reply = await callClient.call('service', { contract: accountApp, input: { app_id: appId } });
    const ms = performance.now() - startedAt;
    const isRefused = reply.kind === 'refused' && reply.code === 'app_not_found';
    if (reply.kind !== 'done' && !isRefused)
      return this.#foundBefore(appId, reply.code, reply instanceof Unavailable ? reply.reason : undefined);
    rejectionDelay.add(ms);
    emit('app_looked_up', { app: appId, found: reply.kind === 'done', ms: Math.round(ms) });
    return reply.kind === 'done' ? this.#opened(appId, reply) : this.#forget(appId, noAppReason(reply));
  }

  #opened(appId: string, reply: Answer): AppLookup {
    const { keys } = this.#dependencies;
    const app = openApp(appId, reply, keys);
    if (app) return this.#remember(app);
    keys.recheckKeys();
    return this.#foundBefore(appId, 'secret_not_opened', 'key');
  }

  #remember(app: App): App {
    this.#known.set(app.appId, { app, until: performance.now() + knownTtlMs });
    this.#stale.set(app.appId, app);
    return app;
  }

  #forget(appId: string, why: NoApp): NoApp {
    this.#known.delete(appId);
    this.#stale.delete(appId);
    this.#unknown.set(appId, why);
    return why;
  }

  #foundBefore(appId: string, code: string, reason?: UnavailableReason): AppLookup {
    const app = this.#stale.get(appId);
    if (app) this.#known.set(appId, { app, until: performance.now() + staleRefreshMs });
    const unavailable = this.#unavailable(appId, code, reason);
    return app ?? unavailable;
  }

  #unavailable(app: string, code: string, reason: UnavailableReason = 'app_lookup'): Unavailable {
    this.#dependencies.emit('app_lookup_failed', { app, code });
    return new Unavailable(reason);
  }
}
