import type { Replacement } from './tcpProxy.ts';

/** The flag of an OK packet after which the answers to further statements come. */
const moreResults = 0x08;

/** An error of the database instead of running the statement. */
export function errorBefore(errno: number): Replacement {
  return { bytes: errorPacket(errno) };
}

/** An error of the database after all, from statements that have run and change few rows. */
export function errorAfter(errno: number): Replacement {
  return { bytes: errorPacket(errno), isWhole: isWholeAnswer };
}

function errorPacket(errno: number): Buffer {
  const text = Buffer.from('#HY000made up by a test');
  const payload = Buffer.concat([Buffer.from([0xff, errno & 0xff, errno >> 8]), text]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 1]), payload]);
}

/** True if these are OK packets up to the last one: 0x00, two numbers below 251, the flags. Or an error. */
function isWholeAnswer(answer: Buffer): boolean {
  for (let offset = 0; offset + 4 <= answer.length; ) {
    const length = answer.readUIntLE(offset, 3);
    const packet = answer.subarray(offset + 4, offset + 4 + length);
    if (packet.length < length) return false;
    const isLast = packet[0] !== 0 || ((packet[3] ?? 0) & moreResults) === 0;
    if (isLast) return true;
    offset += 4 + length;
  }
  return false;
}
