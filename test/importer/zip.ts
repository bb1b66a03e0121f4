import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of these files. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    // Version, flags, method (deflate), time, date.
    const common = numbers(
      20,
      0x0800,
      8,
      0,
      0x21,
      [crc32(bytes)],
      [packed.length],
      [bytes.length],
      name.length,
      0,
    );
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const place = numbers(0, 0, 0, [0], [offset]);
    directory.push(Buffer.from('PK\x01\x02'), numbers(20), common, place, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = numbers(0, 0, count, count, [entries.length], [offset], 0);
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06'), end]);
}

/** Little-endian numbers of two bytes, or of four where they stand in brackets. */
function numbers(...values: readonly (number | readonly [number])[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const buffer = Buffer.alloc(typeof value === 'number' ? 2 : 4);
      if (typeof value === 'number') buffer.writeUInt16LE(value);
      else buffer.writeUInt32LE(value[0]);
      return buffer;
    }),
  );
}
