/** Message of `up` that tells a role to continue its log in a new file. */
interface LogMessage {
  readonly reopenLog: string;
}

export function logMessage(file: string): LogMessage {
  return { reopenLog: file };
}

export function logFileIn(message: unknown): string | undefined {
  return (message as Partial<LogMessage>).reopenLog;
}
