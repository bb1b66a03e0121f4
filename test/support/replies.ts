import type { Answer, Envelope, Reply } from '../../shared/wire/envelope.ts';

/** A success whose envelope is this text. */
export function doneWith(envelope = '{}'): Answer {
  return { kind: 'done', code: '', envelope };
}

/** The envelope of an answer. Throws for any other reply. */
export function envelopeOf<Data = unknown>(reply: Reply | undefined): Envelope<Data> {
  if (!reply || !('envelope' in reply)) throw new Error(`no answer: ${JSON.stringify(reply)}`);
  return JSON.parse(reply.envelope);
}
