import { type AppIdKind, AppIds, appIdKeyOf } from '../../shared/appIds.ts';
import type { Envelope } from '../../shared/envelope.ts';
import { hasWorker } from '../../shared/heartbeats.ts';
import { KeyRing } from '../../shared/keyRing.ts';
import type { Tell } from '../../shared/log.ts';
import { accountKeys } from '../../shared/operations/account.keys.ts';
import type { AnswerOf } from '../../shared/operations/operation.ts';
import { judgeKeys, type KeyVerdict, type WrongKey } from '../../shared/storedKeys.ts';
import type { Caller } from '../calls/caller.ts';

/**
 * Whether the keys are those of the database: `unknown` before anybody could be asked, `unproven` where there is nothing to
 * prove them with (no app yet, or a worker of the version before).
 */
export type KeyState = 'unknown' | KeyVerdict['kind'];

/** Milliseconds between two looks: until somebody was asked, and from then on. */
const firstLooksMs = 200;
const laterLooksMs = 10_000;

/** Milliseconds between two looks at least, however many secrets can't be opened. */
const restMs = 1_000;

/** Milliseconds that a look may take: so much later is the start where there seems to be a worker, but none answers. */
const answerMs = 2_000;

const accounts = { resource: 'account', lane: 'interactive' } as const;

/**
 * Has the secret keys of a gateway, and finds out through the queue of accounts whether they are those of the database: at
 * the start, when a secret can't be opened, and every few seconds, since keys may be rotated.
 */
export class KeyGuard {
  readonly #caller: Caller;
  readonly #tell: Tell;
  #ring: KeyRing;
  #appIds: AppIds;
  #state: KeyState = 'unknown';
  #lookedAt = Number.NEGATIVE_INFINITY;
  #next: NodeJS.Timeout | undefined;
  #stopped = false;
  #wrong: WrongKey | undefined;
  #fail: (error: WrongKey) => void = () => {};
  /** Resolves when the keys turn out to be wrong. */
  readonly failed = new Promise<WrongKey>((resolve) => {
    this.#fail = resolve;
  });

  constructor(caller: Caller, keys: readonly [Buffer, ...Buffer[]], tell: Tell) {
    this.#caller = caller;
    this.#tell = tell;
    this.#ring = new KeyRing(...keys);
    this.#appIds = checkingWith(keys);
  }

  get state(): KeyState {
    return this.#state;
  }

  get keyIds(): readonly string[] {
    return this.#ring.ids;
  }

  /** Resolves to what is wrong with the keys, if somebody can tell soon; otherwise they are looked at later. */
  async start(): Promise<WrongKey | undefined> {
    if (await this.#hasWorker()) await this.#lookAndGoOn();
    else this.#schedule(firstLooksMs);
    return this.#wrong;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#next);
  }

  /** From now on these are the keys. */
  change(keys: readonly [Buffer, ...Buffer[]]): void {
    this.#ring = new KeyRing(...keys);
    this.#schedule(0);
  }

  /** A secret could not be opened: the keys may be the wrong ones by now. */
  doubt(): void {
    this.#schedule(Math.max(0, this.#lookedAt + restMs - performance.now()));
  }

  /** The secret, or undefined when none of the keys opens it. */
  open(encrypted: string, appId: string): string | undefined {
    return this.#ring.open(encrypted, appId);
  }

  /** Before it is known with which key ids were made, none is said to be forged. */
  kindOf(appId: string): AppIdKind {
    const kind = this.#appIds.kindOf(appId);
    return kind === 'forged' && this.#state === 'unknown' ? 'unchecked' : kind;
  }

  #schedule(ms: number): void {
    clearTimeout(this.#next);
    if (this.#stopped || this.#state === 'wrong') return;
    this.#next = setTimeout(() => void this.#lookAndGoOn(), ms);
  }

  async #lookAndGoOn(): Promise<void> {
    if (await this.#hasWorker()) await this.#look();
    this.#schedule(this.#state === 'unknown' ? firstLooksMs : laterLooksMs);
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now();
    const ring = this.#ring;
    const { code, envelope } = await this.#caller.call(accountKeys, 0, {}, {}, answerMs);
    if (ring !== this.#ring) return;
    // What a worker of the version before says of an operation that it does not know: all goes on as in that version.
    if (code === 'internal_error' && this.#state === 'unknown') this.#note({ kind: 'unproven' });
    if (code !== '') return;
    const { data } = JSON.parse(envelope) as Envelope<AnswerOf<typeof accountKeys>>;
    this.#note(judgeKeys(ring, data));
  }

  #note(verdict: KeyVerdict): void {
    if (verdict.kind !== this.#state)
      this.#tell('keys_judged', { state: verdict.kind, keys: this.#ring.ids });
    this.#state = verdict.kind;
    if (verdict.kind === 'proven') this.#appIds = new AppIds(verdict.appIdKey);
    if (verdict.kind !== 'wrong') return;
    this.#wrong = verdict.error;
    this.#fail(verdict.error);
  }

  /** A call without a worker would wait in the queue. */
  async #hasWorker(): Promise<boolean> {
    const { redis, clock } = this.#caller;
    return hasWorker(redis, accounts, clock.now()).catch(() => false);
  }
}

/** Ids were made with a key that is derived from the first secret key, so from one of these if none was rotated yet. */
function checkingWith([first, ...others]: readonly [Buffer, ...Buffer[]]): AppIds {
  return new AppIds(appIdKeyOf(first), ...others.map(appIdKeyOf));
}
