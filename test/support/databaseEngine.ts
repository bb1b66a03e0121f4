import { readSettings } from '../../shared/settings.ts';

const { COUNTERFOIL_DATABASE } = process.env;

/** The database that this test run is on; `npm run test:mysql` makes it MySQL. */
export const { databaseEngine } = readSettings({ COUNTERFOIL_DATABASE });
