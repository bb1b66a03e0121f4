/** The embedded servers cannot run here; the message is one sentence for the operator. */
export class EmbeddedServersUnavailable extends Error {
  override readonly name = 'EmbeddedServersUnavailable';
}
