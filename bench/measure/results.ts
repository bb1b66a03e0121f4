import type { Circumstances } from './circumstances.ts';
import type { Measurement } from './measurement.ts';
import type { MemoryCurve } from './memory.ts';

export interface Results {
  readonly circumstances: Circumstances;
  readonly measurements: readonly Measurement[];
  readonly memory: readonly MemoryCurve[];
}
