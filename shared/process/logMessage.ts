/** The message in which `up` tells a role to go on with its log in a new file. */
interface LogMessage {
  readonly reopenLog: string;
}

export function logMessage(file: string): LogMessage {
  return { reopenLog: file };
}

/** The file in a message; undefined in messages about something else. */
export function logFileIn(message: unknown): string | undefined {
  return (message as Partial<LogMessage>).reopenLog;
}
