import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import type { DiagnosisCluster } from '../diagnosis/diagnosisCluster.ts';

/** Something that goes wrong in a running service, for an operator to find. */
export interface Problem {
  /** The cause: shown at the end. */
  readonly answer: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly requests: (cluster: DiagnosisCluster) => readonly Buffer[];
  readonly connections: number;
  /** Requests a second; as many as the connections can send, when it is not given. */
  readonly rate?: number;
  /** Causes it. Resolves to what ends it, if it does not end with the servers. */
  readonly cause?: (
    cluster: DiagnosisCluster,
    roles: readonly ManagedProcess[],
  ) => Promise<(() => unknown) | void>;
}
