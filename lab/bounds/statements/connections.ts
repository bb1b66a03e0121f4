import { requireGrants } from '../../../workers/database/grants.ts';
import { answers } from '../../../workers/database/pool.ts';
import type { Measurement } from '../measurement.ts';

interface Connections {
  requireGrants(): unknown;
  answers(): unknown;
}

/** Statements of workers about their connections, outside of stores. */
export const connections: Readonly<Record<keyof Connections, readonly Measurement<Connections>[]>> = {
  requireGrants: [
    { of: 'all tables', items: 1, perItem: 0, fixed: 0, run: (_, database) => requireGrants(database) },
  ],
  answers: [
    {
      of: 'one',
      items: 1,
      perItem: 0,
      fixed: 0,
      onPool: true,
      run: (_, database) => answers(database, 1_000),
    },
  ],
};
