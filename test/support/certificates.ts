import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Files in PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** A certificate authority of a test's own. */
export class Authority {
  readonly folder: string;
  readonly #own: Certificate;

  /** The servers of root's tests run as nobody, who must be able to read what is made here. */
  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-certificates-'));
    chmodSync(this.folder, 0o755);
    this.#own = this.#files('authority');
    this.#openssl('req', '-x509', '-days', '30', '-subj', '/CN=test authority', ...newKey(this.#own));
  }

  get file(): string {
    return this.#own.certificate;
  }

  /** A server's certificate for names such as `DNS:localhost` and `IP:127.0.0.1`; a negative number of days has it expired. */
  certify(name: string, names: readonly string[], days = 30): Certificate {
    const files = this.#files(name);
    const [request, extensions] = [`${files.key}.request`, `${files.key}.extensions`];
    writeFileSync(extensions, `subjectAltName=${names.join(',')}`);
    this.#openssl('req', '-subj', `/CN=${name}`, ...newKey({ ...files, certificate: request }));
    const { key, certificate } = this.#own;
    const signing = ['-CA', certificate, '-CAkey', key, '-CAcreateserial', '-extfile', extensions];
    this.#openssl('x509', '-req', '-days', `${days}`, '-in', request, '-out', files.certificate, ...signing);
    chmodSync(files.key, 0o644);
    return files;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #files(name: string): Certificate {
    return {
      key: path.join(this.folder, `${name}.key`),
      certificate: path.join(this.folder, `${name}.crt`),
    };
  }

  #openssl(...parameters: string[]): void {
    execFileSync('openssl', parameters, { stdio: 'pipe' });
  }
}

function newKey({ key, certificate }: Certificate): string[] {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  return [...curve, '-keyout', key, '-out', certificate];
}
