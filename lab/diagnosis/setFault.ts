import type { Bottleneck } from '../../observe/diagnosis/diagnosis.ts';
import type { Drawing } from '../../test/support/random.ts';
import type { FaultedSet } from './faultedSet.ts';
import type { MixedLoad } from './mixedLoad.ts';

export interface Scene {
  readonly set: FaultedSet;
  readonly load: MixedLoad;
  readonly draw: Drawing;
}

/**
 * Effects of a fault: `named` must stand in the text of a right diagnosis, or in a warning; `undo` ends it if no remedy did.
 */
export interface Harmed {
  readonly named?: string | undefined;
  readonly undo: () => unknown;
}

/** A fault that is made in a set under load. */
export interface SetFault {
  readonly name: string;
  /** Right first causes. */
  readonly expected: readonly Bottleneck[];
  /** Alerts that name it, of which one must fire within a minute. Without any, it harms no client. */
  readonly alerts?: readonly string[];
  readonly harm: (scene: Scene) => Promise<Harmed>;
}
