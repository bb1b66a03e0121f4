import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../shared/calls/call.ts';
import { sequenceLock } from '../stores/locks.ts';
import type { Delivery, TrySet } from './coalescer.ts';
import { Claims } from './conflicts.ts';
import { maxTogether, slowLock } from './heldCalls.ts';
import type { Implementation } from './implementation.ts';
import type { Slots } from './slots.ts';

/** Milliseconds between two tries for a lock that is not waited for. */
const restMs = 25;

interface Parts {
  readonly implementation: Implementation;
  readonly trySet: TrySet;
  /** Each of them costs a connection for as long as a lock is waited for. */
  readonly slots: Slots;
}

/**
 * Calls that wait for locks which others have, apart from the sets: so one locked record holds up nobody but those who want
 * it. Calls on the same record keep their order.
 */
export class LockWaiters {
  readonly #implementation: Implementation;
  readonly #trySet: TrySet;
  readonly #slots: Slots;
  /** By the lock that they wait for. */
  readonly #groups = new Map<string, Delivery[]>();
  /** The calls that are here on each record, and the lock that they wait for. */
  readonly #records = new Map<string, { lock: string; calls: number }>();

  constructor({ implementation, trySet, slots }: Parts) {
    this.#implementation = implementation;
    this.#trySet = trySet;
    this.#slots = slots;
  }

  /** Takes a call that has to wait behind others which are here, or is slow; returns whether it did. */
  takes(delivery: Delivery): boolean {
    const lock = this.#lockFor(delivery.call);
    if (lock !== undefined) this.add(lock, [delivery]);
    return lock !== undefined;
  }

  /** Calls that need a lock. */
  add(lock: string, deliveries: readonly Delivery[]): void {
    for (const { call, onLockWait } of deliveries) {
      this.#enter(call, lock);
      onLockWait?.();
    }
    this.#append(lock, deliveries);
  }

  #lockFor(call: Call): string | undefined {
    const { locks, isNumbered, isSlow } = this.#implementation;
    // Nearly always nobody waits: then only slow calls are to be found out.
    if (this.#groups.size === 0 && !isSlow) return undefined;
    const before = this.#records.get(this.#recordOf(call) ?? '');
    if (before) return before.lock;
    if (isSlow?.(call.input as never)) return slowLock(call.account);
    const wanted = isNumbered?.(call.input as never) ? [sequenceLock(call.account)] : [];
    return [locks?.(call as Call<never>), ...wanted].find((lock) => lock && this.#groups.has(lock));
  }

  #append(lock: string, deliveries: readonly Delivery[]): void {
    const group = this.#groups.get(lock);
    if (group) {
      group.push(...deliveries);
      return;
    }
    this.#groups.set(lock, [...deliveries]);
    void this.#work(lock);
  }

  async #work(lock: string): Promise<void> {
    for (let group = this.#groups.get(lock) ?? []; group.length > 0; group = this.#groups.get(lock) ?? []) {
      await this.#slots.enter();
      const set = this.#take(lock, group);
      // With a line behind it, it only looks whether the lock is free.
      const { settled, held } = await this.#trySet(
        set.map(({ call }) => call),
        this.#slots.isCrowded ? undefined : lock,
      );
      this.#slots.leave();
      const byCall = new Map(set.map((delivery) => [delivery.call, delivery]));
      for (const [call, reply] of settled) {
        this.#leave(call);
        byCall.get(call)?.settle(reply);
      }
      for (const [other, calls] of held)
        this.#holdAgain(
          lock,
          other,
          calls.map((call) => byCall.get(call) as Delivery),
        );
      if (held.size > 0) await pause(restMs);
    }
    this.#groups.delete(lock);
  }

  /** Takes the next set of a group; calls on the same record wait for a later one. */
  #take(lock: string, group: readonly Delivery[]): Delivery[] {
    const claims = new Claims(this.#implementation);
    const [set, later]: [Delivery[], Delivery[]] = [[], []];
    for (const delivery of group)
      (set.length < maxTogether(lock) && claims.claim(delivery.call) ? set : later).push(delivery);
    this.#groups.set(lock, later);
    return set;
  }

  /** What the same lock holds comes first again; what another one holds goes there, with all behind it on the same record. */
  #holdAgain(lock: string, other: string, deliveries: readonly Delivery[]): void {
    const group = this.#groups.get(lock) ?? [];
    if (other === lock) {
      this.#groups.set(lock, [...deliveries, ...group]);
      return;
    }
    const records = new Set(deliveries.flatMap(({ call }) => this.#recordOf(call) ?? []));
    const isBehind = ({ call }: Delivery) => records.has(this.#recordOf(call) ?? '');
    this.#groups.set(
      lock,
      group.filter((delivery) => !isBehind(delivery)),
    );
    for (const record of records) Object.assign(this.#records.get(record) ?? {}, { lock: other });
    this.#append(other, [...deliveries, ...group.filter(isBehind)]);
  }

  #recordOf(call: Call): string | undefined {
    return this.#implementation.record?.(call as Call<never>);
  }

  #enter(call: Call, lock: string): void {
    const record = this.#recordOf(call);
    if (record === undefined) return;
    const its = this.#records.get(record);
    if (its) its.calls += 1;
    else this.#records.set(record, { lock, calls: 1 });
  }

  #leave(call: Call): void {
    const record = this.#recordOf(call) ?? '';
    const its = this.#records.get(record);
    if (its) its.calls -= 1;
    if (its?.calls === 0) this.#records.delete(record);
  }
}
