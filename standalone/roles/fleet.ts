import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import { printLine } from '../../shared/process/output.ts';
import { keepRunning } from '../system/keepRunning.ts';
import type { ManagedProcess } from '../system/managedProcess.ts';
import { type Role, type RoleCounts, type RoleKind, roleKinds, roleOf } from './roles.ts';

interface Member {
  readonly role: Role;
  readonly process: ManagedProcess;
  readonly stopRestarts: () => void;
}

interface FleetOptions {
  readonly make: (role: Role) => ManagedProcess;
  readonly onGone: (role: Role) => void;
}

const stopMs = 20_000;

export class Fleet {
  readonly #options: FleetOptions;
  readonly #members = new Map<RoleKind, Member[]>(roleKinds.map((kind) => [kind, []]));
  #isStopping = false;

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  /** Stops gateways before workers, since gateways wait for their replies. */
  stopWith(lifecycle: Lifecycle): void {
    const workers = () => roleKinds.slice(1).flatMap((kind) => this.#of(kind));
    lifecycle.onStop('workers', () => stopAll(workers()), stopMs);
    lifecycle.onStop('gateways', () => stopAll(this.#of('gateway')), stopMs);
    lifecycle.onStop('restarts of roles', () => {
      this.#isStopping = true;
      for (const kind of roleKinds) for (const { stopRestarts } of this.#of(kind)) stopRestarts();
    });
  }

  /** Includes gateways that are being started. */
  get gateways(): readonly ManagedProcess[] {
    return this.#of('gateway').map(({ process }) => process);
  }

  /** Includes processes that are being started. */
  get processes(): readonly ManagedProcess[] {
    return roleKinds.flatMap((kind) => this.#of(kind).map(({ process }) => process));
  }

  count(kind: RoleKind): number {
    return this.#of(kind).length;
  }

  /** Starts all processes at once. Rejects if one does not start. */
  async start(counts: RoleCounts): Promise<void> {
    await Promise.all(roleKinds.flatMap((kind) => this.#add(kind, counts[kind])));
  }

  /**
   * Starts or stops processes of a kind until `count` of them run. A stopped process finishes its work. Rejects if a process
   * does not start; that process is not counted. Must not be called for a kind before its last call has settled.
   */
  async scaleTo(kind: RoleKind, count: number): Promise<void> {
    if (this.#isStopping) return;
    const surplus = this.#of(kind).splice(count);
    await Promise.all([
      ...this.#add(kind, count - this.count(kind)),
      ...surplus.map((member) => this.#remove(member)),
    ]);
  }

  /**
   * Makes the earlier gateways end some connections, so that their clients connect to the added gateways. Without this, only
   * new clients would reach these.
   */
  rebalance(kind: RoleKind, before: number): void {
    const count = this.count(kind);
    if (kind !== 'gateway' || count <= before) return;
    for (const gateway of this.gateways.slice(0, before)) gateway.send({ shed: 1 - before / count });
  }

  #add(kind: RoleKind, count: number): readonly Promise<void>[] {
    return Array.from({ length: Math.max(0, count) }, () => {
      const role = this.#nextRole(kind);
      const process = this.#options.make(role);
      const member = { role, process, stopRestarts: keepRunning([process], printLine) };
      this.#of(kind).push(member);
      return process.start().catch((error: unknown) => {
        this.#drop(kind, member);
        throw error;
      });
    });
  }

  /** Returns the role with the lowest free number: a process that did not start may have left a gap. */
  #nextRole(kind: RoleKind): Role {
    const taken = new Set(this.#of(kind).map(({ role }) => role));
    let number = 1;
    while (taken.has(roleOf(kind, number))) number += 1;
    return roleOf(kind, number);
  }

  #drop(kind: RoleKind, member: Member): void {
    member.stopRestarts();
    const left = this.#of(kind).filter((other) => other !== member);
    this.#members.set(kind, left);
  }

  async #remove({ role, process, stopRestarts }: Member): Promise<void> {
    stopRestarts();
    await process.stop();
    this.#options.onGone(role);
  }

  #of(kind: RoleKind): Member[] {
    return this.#members.get(kind) as Member[];
  }
}

function stopAll(members: readonly Member[]): Promise<unknown> {
  return Promise.all(members.map(({ process }) => process.stop()));
}
