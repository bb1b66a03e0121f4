export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fatal' | 'skipped';
  readonly message: string;
  readonly remedy?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, state: 'ok', message };
}

export function skipped(check: string, message: string): Finding {
  return { check, state: 'skipped', message };
}

/** The service works, but something should be changed. */
export function warn(check: string, message: string, remedy: string): Finding {
  return { check, state: 'warn', message, remedy };
}

/** Roles would refuse to start, fail, or lose data. */
export function fatal(check: string, message: string, remedy?: string): Finding {
  return { check, state: 'fatal', message, ...(remedy && { remedy }) };
}

export function isGood(findings: readonly Finding[]): boolean {
  return findings.every(({ state }) => state !== 'fatal');
}

export function lineOf({ state, check, message, remedy }: Finding): string {
  return `${state.padEnd(7)}  ${check.padEnd(22)}  ${message}${remedy ? `: ${remedy}` : ''}`;
}

const maxNamed = 5;

export function listedNames(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return names.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Finding for a connection without TLS. It needs none on this machine. */
export function withoutTls(check: string, isLocal: boolean, remedy: string): Finding {
  return isLocal
    ? ok(check, 'not used: the server is on this machine')
    : warn(check, 'the connection is not encrypted', remedy);
}
