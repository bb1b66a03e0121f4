import type { drawing } from '../../test/support/random.ts';
import type { FaultClient } from './faultClient.ts';
import type { FaultCluster } from './faultCluster.ts';
import type { ProxiedCluster } from './proxiedCluster.ts';

/** Tools with which a fault is injected. */
export interface Harm<C extends FaultCluster = ProxiedCluster> {
  readonly cluster: C;
  /** The account whose calls are in flight. */
  readonly account: number;
  /** One more client of the account, whose calls are not audited. */
  readonly client: () => FaultClient;
  readonly draw: ReturnType<typeof drawing>;
  /** Starts the measurement of recovery: when something dies, or when it is back. */
  readonly mark: () => void;
}

/** A fault that is injected into a cluster of this kind while clients send calls. */
export interface Fault<C extends FaultCluster = ProxiedCluster> {
  /** The id of docs/guarantees.md that it tests. */
  readonly guarantee: string;
  readonly name: string;
  /** Text of the guarantee for this fault, for the title of its test. */
  readonly promise: string;
  /** Injects the fault and ends it; resolves when everything is as before. */
  readonly harm: (harm: Harm<C>) => Promise<void>;
  /** Statuses other than 200 that the guarantee allows; none by default. */
  readonly mayFailWith?: readonly number[];
  /** True if connections of clients may break, because their gateway is killed. */
  readonly mayBreak?: boolean;
  /** Expected milliseconds from the mark until the last call in flight is answered; `npm run test:all -- faults` prints `slow` above it. */
  readonly recoveryMs?: number;
}

/** The title of the test of a fault. */
export function titleOf({ guarantee, name, promise }: Pick<Fault, 'guarantee' | 'name' | 'promise'>): string {
  return `${name}: ${promise} [${guarantee}]`;
}
