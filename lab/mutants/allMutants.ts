import { changes } from './lists/changes.ts';
import { delivery } from './lists/delivery.ts';
import { effects } from './lists/effects.ts';
import { records } from './lists/records.ts';
import { requests } from './lists/requests.ts';
import { values } from './lists/values.ts';
import type { Mutant } from './mutant.ts';

/** Every mutant, in the order of the table in docs/testing.md. */
export const allMutants: readonly Mutant[] = [
  ...effects,
  ...delivery,
  ...records,
  ...changes,
  ...requests,
  ...values,
];
