import { readFileSync, writeFileSync } from 'node:fs';
import { contractFile, operationsFile, signingScript } from './generate/clientFiles.ts';
import { openApi30Text, openApiText } from './generate/openapi/document.ts';
import {
  withEventTables,
  withMetricTables,
  withSettingLines,
  withSettingTable,
} from './generate/operatingTables.ts';
import { apiPage } from './generate/page.ts';
import { referencePage } from './generate/reference/referencePage.ts';

const operating = new URL('operating.md', import.meta.url);

/**
 * `npm run docs`: writes docs/api.md, docs/openapi.json and its edition 3.0, the page of `/docs`
 * and its signer, the types and functions of the client, the tables of settings, of metrics and log events in docs/operating.md,
 * and .env.example. Tests compare them with this.
 */
writeFileSync(new URL('api.md', import.meta.url), apiPage());
writeFileSync(new URL('openapi.json', import.meta.url), openApiText());
writeFileSync(new URL('openapi-3.0.json', import.meta.url), openApi30Text());
writeFileSync(new URL('../gateway/docs/assets/page.html', import.meta.url), referencePage());
writeFileSync(new URL('../gateway/docs/assets/signing.js', import.meta.url), signingScript());
writeFileSync(new URL('../client/contract.ts', import.meta.url), contractFile());
writeFileSync(new URL('../client/operations.ts', import.meta.url), operationsFile());
const page = readFileSync(operating, 'utf8');
writeFileSync(operating, withEventTables(withMetricTables(withSettingTable(page))));
const example = new URL('../.env.example', import.meta.url);
writeFileSync(example, withSettingLines(readFileSync(example, 'utf8')));
