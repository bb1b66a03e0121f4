import { requireGrants } from '../../../workers/database/grants.ts';
import { isReachable } from '../../../workers/database/pool.ts';
import type { Measurement } from '../measurement.ts';

interface Connections {
  requireGrants(): unknown;
  isReachable(): unknown;
}

/** Statements of workers about their connections, outside of stores. */
export const connections: Readonly<Record<keyof Connections, readonly Measurement<Connections>[]>> = {
  requireGrants: [
    { of: 'all tables', items: 1, perItem: 0, fixed: 0, run: (_, database) => requireGrants(database) },
  ],
  isReachable: [
    {
      of: 'one',
      items: 1,
      perItem: 0,
      fixed: 0,
      onPool: true,
      run: (_, database) => isReachable(database, 1_000),
    },
  ],
};
