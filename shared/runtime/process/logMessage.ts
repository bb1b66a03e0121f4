interface LogMessage {
  readonly reopenLog: string;
}

export function logMessage(file: string): LogMessage {
  return { reopenLog: file };
}

export function logFileIn(message: unknown): string | undefined {
  return (message as Partial<LogMessage>).reopenLog;
}
