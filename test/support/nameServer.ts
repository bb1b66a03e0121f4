import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Offset of the question in a message (RFC 1035, 4.1.1). */
const headerLength = 12;

const typeA = 1;

/** A name server on this machine: each name has one IPv4 address, and no other records. */
export class NameServer {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async listen(address: string): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.on('message', (query, { port, address: client }) =>
      socket.send(answerTo(query, address), port, client),
    );
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new NameServer(socket);
  }

  /** Address and port, in the form of `dns.setServers`. */
  get url(): string {
    const { address, port }: AddressInfo = this.#socket.address();
    return `${address}:${port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(resolve));
  }
}

function answerTo(query: Buffer, address: string): Buffer {
  const typeAt = query.indexOf(0, headerLength) + 1;
  const question = query.subarray(headerLength, typeAt + 4);
  const answers = query.readUInt16BE(typeAt) === typeA ? 1 : 0;
  const header = Buffer.alloc(headerLength);
  query.copy(header, 0, 0, 2); // the id
  header.writeUInt16BE(0x81_80, 2); // an answer without an error
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers, 6);
  // The name of the question; A, IN, valid for no time; 4 bytes.
  const record = Buffer.from([0xc0, headerLength, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...bytesOf(address)]);
  return Buffer.concat(answers === 1 ? [header, question, record] : [header, question]);
}

function bytesOf(address: string): number[] {
  return address.split('.').map(Number);
}
