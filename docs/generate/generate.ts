import { writeFileSync } from 'node:fs';
import { apiPage } from './page.ts';

/** `npm run docs`: writes docs/api.md. A test compares the page with this. */
writeFileSync(new URL('../api.md', import.meta.url), apiPage());
