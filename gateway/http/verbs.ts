/** Verbs that requests to a gateway may have. */
const verbs: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The verb of a request for metrics and traces: unknown ones count as one, as OpenTelemetry's conventions say. */
export function knownVerb(verb: string): string {
  return verbs.has(verb) ? verb : '_OTHER';
}
