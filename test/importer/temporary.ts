import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for the files of one describe, removed after it. */
export function temporaryFiles(): {
  write: (name: string, content: string | Uint8Array) => string;
  path: () => string;
} {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-import-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  return {
    path: () => folder,
    write: (name, content) => {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      return file;
    },
  };
}
