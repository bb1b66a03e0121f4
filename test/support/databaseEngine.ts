import { readSettings } from '../../shared/runtime/settings/settings.ts';

const { COUNTERFOIL_PRIVATE_ENGINE } = process.env;

/** The database that this test run is on; `npm run test:all -- mysql` makes it MySQL. */
export const { databaseEngine } = readSettings({ COUNTERFOIL_PRIVATE_ENGINE });

const servers = {
  mariadb: { name: 'MariaDB', command: /mariadbd/ },
  mysql: { name: 'MySQL', command: /mysqld/ },
};

/** Name of its private server, in the output of `up` and in the process list. */
export const databaseServer = servers[databaseEngine];
