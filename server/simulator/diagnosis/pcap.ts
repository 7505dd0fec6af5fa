/** The file format of libpcap, as every analyser of packets reads it. Times are in milliseconds. */
export type Packet = { at: number; bytes: Buffer };

const MAGIC = 0xa1b2c3d4;
const SNAPLEN = 65_535;
const ETHERNET = 1;
const SITE = '0252530a0001';
const NETWORK = '0252530a00fe';

export function pcap(packets: readonly Packet[]): Uint8Array {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(SNAPLEN, 16);
  head.writeUInt32LE(ETHERNET, 20);
  const records = packets.flatMap(({ at, bytes }) => {
    const record = Buffer.alloc(16);
    record.writeUInt32LE(Math.floor(at / 1000), 0);
    record.writeUInt32LE(Math.floor((at % 1000) * 1000), 4);
    record.writeUInt32LE(bytes.length, 8);
    record.writeUInt32LE(bytes.length, 12);
    return [record, bytes];
  });
  return new Uint8Array(Buffer.concat([head, ...records]));
}

/** `out`: from the site to the network. */
export function ethernet(packet: Buffer, out: boolean): Buffer {
  const [to, from] = out ? [NETWORK, SITE] : [SITE, NETWORK];
  return Buffer.concat([Buffer.from(`${to}${from}0800`, 'hex'), packet]);
}

export function ipv4({
  from,
  to,
  protocol,
  id,
  payload,
}: {
  from: string;
  to: string;
  protocol: number;
  id: number;
  payload: Buffer;
}): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt8(0x45, 0);
  head.writeUInt16BE(20 + payload.length, 2);
  head.writeUInt16BE(id & 0xffff, 4);
  head.writeUInt8(64, 8);
  head.writeUInt8(protocol, 9);
  Buffer.from(from.split('.').map(Number)).copy(head, 12);
  Buffer.from(to.split('.').map(Number)).copy(head, 16);
  head.writeUInt16BE(checksum(head), 10);
  return Buffer.concat([head, payload]);
}

/** The internet checksum (RFC 1071). */
export function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 2) sum += (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
