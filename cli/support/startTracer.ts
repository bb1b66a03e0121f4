import type { Emit } from '../../shared/runtime/process/log.ts';
import type { TraceSettings } from '../../shared/runtime/settings/traceSettings.ts';
import type { Tracer } from '../../shared/runtime/traces/tracer.ts';

/**
 * Returns undefined if the settings have no endpoint. OpenTelemetry's packages are then not loaded. `role` is the title of the
 * process, such as `worker article`.
 */
export async function startTracer(
  settings: TraceSettings | undefined,
  role: string,
  emit: Emit,
): Promise<Tracer | undefined> {
  if (!settings) return undefined;
  const { openOtlpTracer } = await import('../../shared/runtime/traces/otlp/otlpTracer.ts');
  return openOtlpTracer(settings, role, emit);
}
