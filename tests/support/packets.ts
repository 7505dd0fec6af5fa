import { expect } from 'vitest';

/** A capture as an analyser reads it: the time, the port of the far end, and the sum of the IP header, which is all ones. */
export function packetsOf(file: Buffer): { at: number; port: number; headerSum: number }[] {
  expect([file.readUInt32LE(0), file.readUInt16LE(4), file.readUInt32LE(20)]).toEqual([0xa1b2c3d4, 2, 1]);
  const packets = [];
  for (let start = 24; start < file.length;) {
    const length = file.readUInt32LE(start + 8);
    const ip = file.subarray(start + 16 + 14, start + 16 + length);
    expect(ip.readUInt16BE(2)).toBe(ip.length);
    let sum = 0;
    for (let index = 0; index < 20; index += 2) sum += ip.readUInt16BE(index);
    const ports = [ip.readUInt16BE(20), ip.readUInt16BE(22)];
    packets.push({ at: file.readUInt32LE(start), port: Math.min(...ports), headerSum: (sum & 0xffff) + (sum >>> 16) });
    start += 16 + length;
  }
  return packets;
}
