import type { Answer, Envelope } from '../../shared/calls/envelope.ts';
import { HmacKey } from '../../shared/keys/hmacKey.ts';
import { keyIdOf, type SignaturePolicy, signingKey } from '../../shared/keys/signatureV2.ts';
import type { accountApp } from '../../shared/operations/account.app.ts';
import type { AnswerOf } from '../../shared/operations/operation.ts';
import type { RateLimit } from './rateLimits.ts';

/** An app that may sign requests. */
export interface App {
  readonly appId: string;
  /** `accounts.id`. */
  readonly account: number;
  /** Undefined when it was found by a worker of version 0.2.0. */
  readonly accountIdent?: string | undefined;
  /** The active API secrets, as keys of `X-Svc-Hmac`: two while one is being rotated. */
  readonly bodyKeys: readonly HmacKey[];
  /** Which signatures its requests need. */
  readonly signature: SignaturePolicy;
  /** The keys of v2 signatures by their ids, derived when they are first needed. */
  readonly signingKeys: () => ReadonlyMap<string, HmacKey>;
  /** Its own rate limit before that of its account; none when it is unlimited. */
  readonly limits: readonly RateLimit[];
}

type Found = AnswerOf<typeof accountApp>;

/** Decrypts secrets; undefined without the right key. */
export interface SecretOpener {
  open(encrypted: string, appId: string): string | undefined;
}

/**
 * Reads the answer of `account.app`: the app with those of its secrets that can be opened, or undefined when none can. A
 * former secret that was made with a wrong key must not keep the new one from signing.
 */
export function openApp(appId: string, { envelope }: Answer, opener: SecretOpener): App | undefined {
  const { data } = JSON.parse(envelope) as Envelope<Found>;
  const opened = data.secrets.map((secret) => opener.open(secret, appId));
  const secrets = opened.filter((secret) => secret !== undefined);
  if (secrets.length === 0) return undefined;
  return {
    appId,
    account: data.account_id,
    accountIdent: identOf(data),
    bodyKeys: secrets.map((secret) => new HmacKey(secret)),
    signature: policyOf(data),
    signingKeys: once(() => new Map(secrets.map((secret) => [keyIdOf(secret), signingKey(secret)]))),
    limits: limitsOf(appId, data),
  };
}

/** A worker of version 0.2.0 omits the ident. */
function identOf({ account_ident }: Partial<Found>): string | undefined {
  return account_ident;
}

/** A worker of version 0.1.0 omits the policy. Then signatures are checked as in that version. */
function policyOf({ signature }: Partial<Found>): SignaturePolicy {
  return signature ?? 'v1';
}

function limitsOf(appId: string, data: Found): readonly RateLimit[] {
  const limits = [
    { key: appId, of: 'app', requestsPerSecond: data.requests_per_second },
    {
      key: `account.${data.account_id}`,
      of: 'account',
      requestsPerSecond: data.account_requests_per_second,
    },
  ] as const;
  // Not only null: a worker of version 0.1.0 omits the fields.
  return limits.filter((limit): limit is RateLimit & typeof limit => Boolean(limit.requestsPerSecond));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
