import { accountKeys } from '../../shared/contract/operations/account.keys.ts';
import type { AnswerOf } from '../../shared/contract/operations/operation.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { AppIds, appIdKeyOf } from '../../shared/secrets/appIds.ts';
import type { KeyRing } from '../../shared/secrets/keyRing.ts';
import { judgeKeys, type KeyVerdict, type WrongKey } from '../../shared/secrets/storedKeys.ts';
import type { Envelope } from '../../shared/wire/envelope.ts';
import { hasWorker } from '../../shared/wire/heartbeats.ts';
import type { CallClient } from '../calls/callClient.ts';

/** `unknown` before a worker answers; `unproven` without a proof (no app yet). */
type KeyState = (typeof guardStates)[number];
export const guardStates = ['unknown', 'unproven', 'proven', 'wrong'] as const;

/** Result of the check of an app id. An `unchecked` one may have been made with a key that is not known yet. */
export type AppIdKind = 'genuine' | 'forged' | 'unchecked';

const firstPollMs = 200;
const pollMs = 10_000;

/** Minimum interval between checks, however many secrets can't be decrypted. */
const minPollMs = 1_000;

/** Maximum time of a check. It delays the start if a worker has a heartbeat but does not answer. */
const answerMs = 2_000;

const accounts = { resource: 'account', lane: 'interactive' } as const;

/**
 * Holds the secret keys of a gateway and asks workers of accounts whether they match the database: at the start, when a secret
 * can't be decrypted, and every few seconds, since keys may be rotated.
 */
export class KeyGuard {
  readonly #callClient: CallClient;
  readonly #emit: Emit;
  #ring: KeyRing;
  #appIds: AppIds;
  #state: KeyState = 'unknown';
  #checkedAt = Number.NEGATIVE_INFINITY;
  #next: NodeJS.Timeout | undefined;
  #stopped = false;
  #wrong: WrongKey | undefined;
  #fail: (error: WrongKey) => void = () => {};
  readonly failed = new Promise<WrongKey>((resolve) => {
    this.#fail = resolve;
  });

  constructor(callClient: CallClient, ring: KeyRing, emit: Emit) {
    this.#callClient = callClient;
    this.#emit = emit;
    this.#ring = ring;
    this.#appIds = appIdsOf(ring);
  }

  get state(): KeyState {
    return this.#state;
  }

  get keyIds(): readonly string[] {
    return this.#ring.ids;
  }

  /** Resolves to the fault of the keys. If no worker answers in time, they are checked later. */
  async start(): Promise<WrongKey | undefined> {
    if (await this.#hasWorker()) await this.#poll();
    else this.#schedule(firstPollMs);
    return this.#wrong;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#next);
  }

  change(ring: KeyRing): void {
    this.#ring = ring;
    this.#schedule(0);
  }

  /** Triggers a check, since a secret could not be decrypted: the keys may have been rotated. */
  recheckKeys(): void {
    this.#schedule(Math.max(0, this.#checkedAt + minPollMs - performance.now()));
  }

  open(encrypted: string, appId: string): string | undefined {
    return this.#ring.open(encrypted, appId);
  }

  get ring(): KeyRing {
    return this.#ring;
  }

  /** No id counts as forged until the key of app ids is known. */
  appIdKind(appId: string): AppIdKind {
    if (this.#appIds.isGenuine(appId)) return 'genuine';
    return this.#state === 'unknown' ? 'unchecked' : 'forged';
  }

  #schedule(ms: number): void {
    clearTimeout(this.#next);
    if (this.#stopped || this.#state === 'wrong') return;
    this.#next = setTimeout(() => void this.#poll(), ms);
  }

  async #poll(): Promise<void> {
    if (await this.#hasWorker()) await this.#check();
    this.#schedule(this.#state === 'unknown' ? firstPollMs : pollMs);
  }

  async #check(): Promise<void> {
    this.#checkedAt = performance.now();
    const ring = this.#ring;
    const request = { contract: accountKeys, input: {}, deadlineMs: answerMs };
    const reply = await this.#callClient.call('service', request);
    if (ring !== this.#ring) return;
    if (reply.kind !== 'done') return;
    const { data } = JSON.parse(reply.envelope) as Envelope<AnswerOf<typeof accountKeys>>;
    this.#note(judgeKeys(ring, data.keys));
  }

  #note(verdict: KeyVerdict): void {
    if (verdict.kind !== this.#state)
      this.#emit('keys_judged', { state: verdict.kind, keys: this.#ring.ids });
    this.#state = verdict.kind;
    if (verdict.kind === 'proven') this.#appIds = new AppIds(verdict.appIdKey);
    if (verdict.kind !== 'wrong') return;
    this.#wrong = verdict.error;
    this.#fail(verdict.error);
  }

  /** A call without a worker would wait in the queue. */
  async #hasWorker(): Promise<boolean> {
    const { redis, clock } = this.#callClient;
    return hasWorker(redis, accounts, clock.now()).catch(() => false);
  }
}

/** The key of app ids is derived from the first secret key of the database: one of these, if none was rotated yet. */
function appIdsOf({ keys: [newest, ...others] }: KeyRing): AppIds {
  return new AppIds(appIdKeyOf(newest.key), ...others.map(({ key }) => appIdKeyOf(key)));
}
