import { readFileSync, writeFileSync } from 'node:fs';
import { withEventTables } from './eventTables.ts';
import { withMetricTables } from './metricTables.ts';
import { openApiText } from './openapi/document.ts';
import { apiPage } from './page.ts';
import { vectorFile } from './vectorFile.ts';

const operating = new URL('../operating.md', import.meta.url);

/**
 * `npm run docs`: writes docs/api.md, docs/openapi.json, examples/signature-vectors.json, and the tables of metrics and log events in
 * docs/operating.md. Tests compare them with this.
 */
writeFileSync(new URL('../api.md', import.meta.url), apiPage());
writeFileSync(new URL('../openapi.json', import.meta.url), openApiText());
writeFileSync(new URL('../../examples/signature-vectors.json', import.meta.url), vectorFile());
writeFileSync(operating, withEventTables(withMetricTables(readFileSync(operating, 'utf8'))));
