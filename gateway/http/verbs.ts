const verbs: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Verb for metrics and traces. Unknown verbs count as one, as in OpenTelemetry's conventions. */
export function knownVerb(verb: string): string {
  return verbs.has(verb) ? verb : '_OTHER';
}
