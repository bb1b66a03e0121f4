import type { Socket } from 'node:net';

/** Messages of `up` to the processes that it starts. */
export type ParentMessage =
  /** Comes with the socket, unless the client has closed it meanwhile. */
  | { readonly kind: 'connection' }
  /** The secret keys in Base64, newest first. */
  | { readonly kind: 'keys'; readonly keys: readonly [string, ...string[]] }
  | { readonly kind: 'reopenLog'; readonly file: string }
  | { readonly kind: 'pageToken'; readonly token: string };

/** The first message of a process to `up`: it serves. The port is that of its metrics, or of its page. */
export interface ReadyMessage {
  readonly kind: 'ready';
  readonly port: number;
}

type MessageOf<Kind> = Extract<ParentMessage, { readonly kind: Kind }>;

export function onParentMessage<Kind extends ParentMessage['kind']>(
  kind: Kind,
  handle: (message: MessageOf<Kind>, socket: Socket | undefined) => void,
): void {
  process.on('message', (message: ParentMessage, socket) => {
    if (message.kind === kind) handle(message as MessageOf<Kind>, socket as Socket | undefined);
  });
}

/** Does nothing in a process without a parent. */
export function reportReady(port: number): void {
  process.send?.({ kind: 'ready', port } satisfies ReadyMessage);
}
