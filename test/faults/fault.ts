import type { drawing } from '../support/random.ts';
import type { FaultClient } from './faultClient.ts';
import type { FaultCluster } from './faultCluster.ts';

/** What a fault does its harm with. */
export interface Harm {
  readonly cluster: FaultCluster;
  /** The account whose calls are under way. */
  readonly account: number;
  /** One more client of the account, whose calls are not audited. */
  readonly client: () => FaultClient;
  readonly draw: ReturnType<typeof drawing>;
  /** Marks the moment from which recovery is measured: the harm is done, or what it took away is back. */
  readonly mark: () => void;
}

/** Something that goes wrong while clients call. */
export interface Fault {
  /** The id of docs/guarantees.md that it tests. */
  readonly guarantee: string;
  readonly name: string;
  /** What the guarantee says for this fault, for the title of its test. */
  readonly promise: string;
  /** Does the harm and takes it back; resolves when everything is as before. */
  readonly harm: (harm: Harm) => Promise<void>;
  /** Whether clients may see failures, and which; none unless it is given. */
  readonly mayFailWith?: readonly number[];
  /** Whether connections of clients may break: the gateway that they go to is killed. */
  readonly mayBreak?: boolean;
  /** Milliseconds from the mark until the last call that was under way then is answered. */
  readonly recoveryMs?: number;
}

/** What its test is called. */
export function titleOf({ guarantee, name, promise }: Pick<Fault, 'guarantee' | 'name' | 'promise'>): string {
  return `${name}: ${promise} [${guarantee}]`;
}
