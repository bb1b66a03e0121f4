import { buildSync } from 'esbuild';
import { written } from './clientFiles.ts';

/** The text of gateway/docs/assets/signing.js: the client's signer, for the page of `/docs`. */
export function signingScript(): string {
  const { outputFiles } = buildSync({
    entryPoints: ['client/webSigner.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return `${written}${outputFiles[0]?.text}`;
}
