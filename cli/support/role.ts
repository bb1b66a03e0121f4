import { MetricsServer, type Monitor } from '../../shared/runtime/metrics/metricsServer.ts';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import { type Emit, openLog, summarize } from '../../shared/runtime/process/log.ts';
import { onParentMessage, reportReady } from '../../shared/runtime/process/parentMessages.ts';
import { onCtrlC, surviveClosedTerminal, watchNpm } from '../../shared/runtime/process/stopSignals.ts';
import { hostAndPort } from '../../shared/runtime/settings/serverAddress.ts';
import type { Settings } from '../../shared/runtime/settings/settings.ts';
import type { TraceSettings } from '../../shared/runtime/settings/traceSettings.ts';
import type { Tracer } from '../../shared/runtime/traces/tracer.ts';
import { interruptedCode } from './stopSignal.ts';

interface Role {
  /** Resolves to the reason for which the role must stop. */
  readonly failed?: Promise<Error>;
  readonly monitor?: Monitor;
  stop(): Promise<void>;
}

type RoleSettings = Pick<Settings, 'logLevel' | 'metricsHost' | 'metricsPort' | 'traces'>;

/** Milliseconds for which a role may stop after the process that started it has ended. */
const orphanMs = 3_000;

/** Runs a role until a signal, or until the process that started it ends. */
export async function runRole(
  title: string,
  settings: RoleSettings,
  start: (emit: Emit, tracer: Tracer | undefined) => Promise<Role>,
): Promise<void> {
  process.title = `counterfoil ${title}`;
  surviveClosedTerminal();
  const log = openLog(title, settings.logLevel);
  onParentMessage('reopenLog', ({ file }) => log.reopen(file));
  const stopWaiting = endsWithParent();
  const starting = startTraced(title, settings, log.emit, start);
  const { role, tracer, metricsPort } = await starting.catch((error: unknown) => {
    log.flush();
    throw error;
  });
  stopWaiting();
  let isStopping = false;
  const stop = async (signal: string, failure?: Error) => {
    if (isStopping) return;
    isStopping = true;
    log.emit('stopping', { signal });
    await role.stop();
    await tracer?.stop();
    log.flush();
    if (failure) printLine(`counterfoil: ${explain(failure)}`);
    process.exit(failure ? 1 : 0);
  };
  void role.failed?.then((failure) => stop('a fault', failure));
  onEnd((reason) => void stop(reason));
  process.once('uncaughtExceptionMonitor', (error) => {
    log.emit('crashed', { error: summarize(error) });
    log.flush();
  });
  reportReady(metricsPort);
}

function onEnd(stop: (reason: string) => void): void {
  // A closed terminal sends SIGHUP. Supervisors may repeat SIGTERM: Compose sends one for each dependency that it restarts.
  // Without a listener, that signal would end the process with calls in flight. Only a second Ctrl-C, which comes from a
  // person, ends it.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  let isInterrupted = false;
  onCtrlC(() => {
    if (isInterrupted) process.exit(interruptedCode);
    isInterrupted = true;
    stop('SIGINT');
  });
  if (!process.send) watchNpm(() => stop('the end of npm'));
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), orphanMs).unref();
    stop('the end of its parent');
  });
}

/**
 * Starts the tracer first, so the start of the role is traced too, then the server of metrics and health, which answers while
 * the role starts. OpenTelemetry's packages are loaded only if the settings have an endpoint.
 */
async function startTraced(
  title: string,
  { metricsHost: host, metricsPort: port, traces }: RoleSettings,
  emit: Emit,
  start: (emit: Emit, tracer: Tracer | undefined) => Promise<Role>,
) {
  const tracer = traces && (await openTracer(traces, title, emit));
  const server = await MetricsServer.listen({ host, port });
  emit('metrics_served', { address: hostAndPort(host, server.port) });
  const role = await start(emit, tracer);
  if (role.monitor) server.serve(role.monitor);
  return { role, tracer, metricsPort: server.port };
}

async function openTracer(settings: TraceSettings, title: string, emit: Emit): Promise<Tracer> {
  const { openOtlpTracer } = await import('../../shared/runtime/traces/otlp/otlpTracer.ts');
  return openOtlpTracer(settings, title, emit);
}

/**
 * Ends the process with its parent. Before a role runs, it has nothing to finish, and might wait for servers that ended with
 * its parent.
 */
function endsWithParent(): () => void {
  if (process.channel !== undefined && !process.connected) end();
  process.once('disconnect', end);
  return () => process.off('disconnect', end);
}

function end(): void {
  process.exit(1);
}
