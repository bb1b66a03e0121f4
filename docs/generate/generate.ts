import { readFileSync, writeFileSync } from 'node:fs';
import { contractFile, operationsFile } from './clientFiles.ts';
import { withEventTables } from './eventTables.ts';
import { withMetricTables } from './metricTables.ts';
import { apiPage } from './page.ts';

const operating = new URL('../operating.md', import.meta.url);

/** `npm run docs`: writes docs/api.md, client/contract.ts, client/operations.ts, and the tables of metrics and of log events in docs/operating.md. Tests compare them with this. */
writeFileSync(new URL('../api.md', import.meta.url), apiPage());
writeFileSync(new URL('../../client/contract.ts', import.meta.url), contractFile());
writeFileSync(new URL('../../client/operations.ts', import.meta.url), operationsFile());
writeFileSync(operating, withEventTables(withMetricTables(readFileSync(operating, 'utf8'))));
