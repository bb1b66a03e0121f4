import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every TypeScript file below a folder, by its path from the top. */
export function sourceFiles(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`);
}
