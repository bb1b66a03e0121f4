import { HmacKey } from '../../shared/contract/keys/hmac.ts';
import { keyIdOf, type SignaturePolicy, signingKey } from '../../shared/contract/keys/signatureV2.ts';
import {
  type AppRefusalReason,
  type accountApp,
  appRefusalReasons,
} from '../../shared/contract/operations/account.app.ts';
import type { AnswerOf } from '../../shared/contract/operations/operation.ts';
import type { Answer, Envelope } from '../../shared/wire/envelope.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';
import type { RateLimit } from './rateLimits.ts';

export type NoApp = AppRefusalReason | 'unknown_app';

type AppAnswer = AnswerOf<typeof accountApp>;

export class App {
  readonly appId: string;
  /** `accounts.id`. */
  readonly account: number;
  readonly accountIdent: string;
  /** Active API secrets as keys of `X-Svc-Hmac`. There are two during the rotation of a secret. */
  readonly bodyKeys: readonly HmacKey[];
  readonly signature: SignaturePolicy;
  /** The app's own rate limit comes before that of its account. Empty if the app is unlimited. */
  readonly limits: readonly RateLimit[];
  /** Clients of its account may ask for failures. */
  readonly isSandbox: boolean;
  /** Id for calls, if the account keeps a history. */
  readonly historyApp: string | undefined;
  readonly #secrets: readonly string[];
  #signingKeys: ReadonlyMap<string, HmacKey> | undefined;

  /** `secrets` are those that could be decrypted. */
  constructor(appId: string, found: AppAnswer, secrets: readonly string[]) {
    this.appId = appId;
    this.account = found.account_id;
    this.accountIdent = found.account_ident;
    this.bodyKeys = secrets.map((secret) => new HmacKey(secret));
    this.signature = found.signature;
    this.limits = limitsOf(appId, found);
    this.isSandbox = found.is_sandbox === 1;
    // Workers of the release before do not answer it.
    this.historyApp = found.history_days > 0 ? appId : undefined;
    this.#secrets = secrets;
  }

  /** Keys of v2 signatures by key id. They are derived when the first one is needed. */
  get signingKeys(): ReadonlyMap<string, HmacKey> {
    this.#signingKeys ??= new Map(this.#secrets.map((secret) => [keyIdOf(secret), signingKey(secret)]));
    return this.#signingKeys;
  }
}

/**
 * Reads the answer of `account.app`: the app with those of its secrets that can be decrypted, or undefined if none can. A
 * former secret that was made with a wrong key must not keep the new one from signing.
 */
export function openApp(appId: string, { envelope }: Answer, keys: Pick<KeyGuard, 'open'>): App | undefined {
  const { data } = JSON.parse(envelope) as Envelope<AppAnswer>;
  const opened = data.secrets.map((secret) => keys.open(secret, appId));
  const secrets = opened.filter((secret) => secret !== undefined);
  return secrets.length === 0 ? undefined : new App(appId, data, secrets);
}

export function noAppReason({ envelope }: Answer): NoApp {
  const { data } = JSON.parse(envelope) as Envelope<{ readonly reason?: string } | null>;
  return appRefusalReasons.find((reason) => reason === data?.reason) ?? 'unknown_app';
}

function limitsOf(appId: string, data: AppAnswer): readonly RateLimit[] {
  const limits = [
    { key: appId, of: 'app', requestsPerSecond: data.requests_per_second },
    {
      key: `account.${data.account_id}`,
      of: 'account',
      requestsPerSecond: data.account_requests_per_second,
    },
  ] as const;
  return limits.filter((limit): limit is RateLimit & typeof limit => limit.requestsPerSecond !== null);
}
