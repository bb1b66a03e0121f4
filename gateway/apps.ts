import { LRUCache } from 'lru-cache';
import type { Envelope, Reply } from '../shared/envelope.ts';
import { summarize, type Tell } from '../shared/log.ts';
import { accountApp } from '../shared/operations/account.app.ts';
import type { AnswerOf } from '../shared/operations/operation.ts';
import { decryptSecret } from '../shared/secrets.ts';
import type { Caller } from './calls/caller.ts';
import type { RateLimit } from './rateLimits.ts';

/** An app that may sign requests. */
export interface App {
  readonly appId: string;
  /** `accounts.id`. */
  readonly account: number;
  /** The active API secrets: two while one is being rotated. */
  readonly secrets: readonly string[];
  /** What its requests have to keep to, its own limit before its account's; none when it may send what it likes. */
  readonly limits: readonly RateLimit[];
}

/** Milliseconds; a revoked app is refused after at most `keptMs`, and a new limit known. */
const keptMs = 8_000;
const refreshedBelowMs = 4_000;
/** A new app is let in soon after somebody tried it too early. */
const unknownKeptMs = 2_000;

/** The apps, found through the queue of accounts and kept for a few seconds. */
export class Apps {
  readonly #caller: Caller;
  readonly #secretKey: Buffer;
  readonly #tell: Tell;
  readonly #known = new LRUCache<string, { readonly app: App | undefined }>({ max: 10_000, ttl: keptMs });
  readonly #lookups = new Map<string, Promise<App | undefined | 'unavailable'>>();

  constructor(caller: Caller, secretKey: Buffer, tell: Tell) {
    this.#caller = caller;
    this.#secretKey = secretKey;
    this.#tell = tell;
  }

  /** The app, `undefined` when there is none that may sign, or `unavailable` when nobody can tell. */
  find(appId: string): Promise<App | undefined | 'unavailable'> | App | undefined {
    const known = this.#known.get(appId);
    if (!known) return this.#lookUp(appId);
    if (known.app && this.#known.getRemainingTTL(appId) < refreshedBelowMs) void this.#lookUp(appId);
    return known.app;
  }

  /** The app, as far as it was found lately. */
  known(appId: string): App | undefined {
    return this.#known.get(appId)?.app;
  }

  /** Requests that miss the same app at once share one look-up. */
  #lookUp(appId: string): Promise<App | undefined | 'unavailable'> {
    const underWay = this.#lookups.get(appId);
    if (underWay) return underWay;
    const lookup = this.#ask(appId)
      .catch((error) => this.#unavailable(appId, summarize(error).code))
      .finally(() => this.#lookups.delete(appId));
    this.#lookups.set(appId, lookup);
    return lookup;
  }

  async #ask(appId: string): Promise<App | undefined | 'unavailable'> {
    const reply = await this.#caller.call(accountApp, 0, { app_id: appId });
    if (reply.code !== '' && reply.code !== 'app_not_found') return this.#unavailable(appId, reply.code);
    const app = reply.code === '' ? this.#open(appId, reply) : undefined;
    this.#known.set(appId, { app }, { ttl: app ? keptMs : unknownKeptMs });
    return app;
  }

  #unavailable(app: string, code: string): 'unavailable' {
    this.#tell('app_lookup_failed', { app, code });
    return 'unavailable';
  }

  /** Throws when the secrets were encrypted with another key than this gateway's. */
  #open(appId: string, { envelope }: Reply): App {
    const { data } = JSON.parse(envelope) as Envelope<AnswerOf<typeof accountApp>>;
    const secrets = data.secrets.map((secret) => decryptSecret(secret, appId, this.#secretKey));
    return { appId, account: data.account_id, secrets, limits: limitsOf(appId, data) };
  }
}

function limitsOf(appId: string, data: AnswerOf<typeof accountApp>): readonly RateLimit[] {
  const limits = [
    { key: appId, requestsPerSecond: data.requests_per_second },
    { key: `account.${data.account_id}`, requestsPerSecond: data.account_requests_per_second },
  ];
  // Not only null: a worker of the version before leaves the fields out.
  return limits.filter((limit): limit is RateLimit => Boolean(limit.requestsPerSecond));
}
