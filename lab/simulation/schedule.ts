import * as fc from 'fast-check';
import { statementFaults } from './servers/databaseFaults.ts';

/** Processes of each kind. */
export const gateways = 2;
export const workers = 2;

/** Records of each account that exist when a schedule begins, and one more that does not. */
export const records = 3;

/** A call that a client makes. */
export interface PlannedCall {
  readonly atMs: number;
  /** `batch`: an atomic batch, which creates a record and changes another one. */
  readonly kind: 'create' | 'update' | 'delete' | 'exists' | 'put' | 'batch';
  readonly account: number;
  readonly record: number;
  readonly gateway: number;
  readonly lane: 'interactive' | 'bulk';
  readonly deadlineMs: number;
  /** An idempotency key; calls of one kind with the same key are repeats, others use it wrongly. */
  readonly key: number | null;
  /** `early`: kills every worker that runs it, before the database gets it; `late`: after that. */
  readonly poison: 'none' | 'early' | 'late';
}

/** A fault, its time and its duration. */
export interface PlannedFault {
  readonly atMs: number;
  readonly kind: (typeof faultKinds)[number];
  /** The number of the process, if there are several. */
  readonly target: number;
  readonly ms: number;
}

const faultKinds = [
  'worker killed',
  'worker frozen',
  'gateway killed',
  'gateway frozen',
  'redis stopped',
  'redis failed over',
  'redis emptied',
  'redis full',
  'redis connections cut',
  'replies lost',
  'jobs taken back',
  'database stopped',
  'database connections cut',
  'record locked',
  ...statementFaults,
] as const;

/** Events of a run of the simulation; the same schedule runs in the same way every time. */
export interface Schedule {
  /** The seed of delays of messages, and of all else that is left to chance. */
  readonly seed: number;
  readonly calls: readonly PlannedCall[];
  readonly faults: readonly PlannedFault[];
  /** Calls of one account, all at once, and how many. */
  readonly flood: number;
}

const call: fc.Arbitrary<PlannedCall> = fc.record({
  atMs: fc.oneof(fc.nat(20), fc.nat(1_500)),
  kind: fc.constantFrom('update', 'create', 'update', 'delete', 'exists', 'put', 'batch'),
  account: fc.integer({ min: 1, max: 2 }),
  record: fc.nat(records),
  gateway: fc.nat(gateways - 1),
  lane: fc.constantFrom('interactive', 'interactive', 'bulk'),
  deadlineMs: fc.constantFrom(60_000, 10_000, 60_000, 60_000, 300, 1_500),
  key: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(1) }),
  poison: fc.oneof(
    { weight: 50, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('early', 'late') },
  ),
});

const fault: fc.Arbitrary<PlannedFault> = fc.record({
  atMs: fc.oneof(fc.nat(60), fc.nat(2_000)),
  kind: fc.constantFrom(...faultKinds),
  target: fc.nat(1),
  ms: fc.oneof(fc.nat(300), fc.nat(300), fc.nat(4_000)),
});

// Another seed is another schedule, not a simpler one.
const seed = fc.noShrink(fc.nat());

/** Schedules, from quiet ones to ones in which nearly everything fails. */
const ordinary: fc.Arbitrary<Schedule> = fc.record({
  seed,
  calls: fc.array(call, { minLength: 1, maxLength: 14, size: 'max' }),
  faults: fc.array(fault, { maxLength: 5, size: 'max' }),
  flood: fc.constant(0),
});

/** Creates of one account, right after thousands of another one. */
const floods: fc.Arbitrary<Schedule> = fc.record({
  seed,
  calls: fc.array(
    fc.record({
      atMs: fc.nat(40),
      kind: fc.constant('create' as const),
      account: fc.constant(2),
      record: fc.constant(0),
      gateway: fc.nat(gateways - 1),
      lane: fc.constant('interactive' as const),
      deadlineMs: fc.constant(6e4),
      key: fc.constant(null),
      poison: fc.constant('none' as const),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  faults: fc.constant([]),
  flood: fc.constant(3_000),
});

/** One seed of so many is for floods, since each takes as long as two hundred other schedules. */
export const floodEvery = 1_000;

/** The schedules that are drawn from a seed, and their number. */
export function schedulesOf(seed: number): {
  readonly schedules: fc.Arbitrary<Schedule>;
  readonly count: number;
} {
  return seed % floodEvery === 0 ? { schedules: floods, count: 1 } : { schedules: ordinary, count: 50 };
}
