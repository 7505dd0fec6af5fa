import type { Entities } from '#generated/server/entities.ts';
import { seedOf, share } from '#server/kernel/draw.ts';
import { checksum, ethernet, ipv4, pcap, type Packet } from '#server/simulator/diagnosis/pcap.ts';
import type { Way } from '#server/simulator/diagnosis/way.ts';

type Task = Pick<Entities['DiagnosisTask'], 'siteId' | 'port' | 'count'> & { startedAt?: string };

const SYN = 0x02;
const ACK = 0x10;
const PSH_ACK = 0x18;
const HTTPS = 443;
const PACKETS = 100;
const SEGMENT = 1200;
/** Milliseconds until a packet that nobody answered is sent again, twice that the next time. */
const AGAIN = 1000;

/**
 * What a port of the demo network carries between the site and a target: connections that are opened, used and left.
 * What is lost on the way is sent again; of a target that is not reached nothing comes back.
 */
export function captured({ siteId, port = HTTPS, count = PACKETS, startedAt = '' }: Task, way: Way): Uint8Array {
  const seed = seedOf(`${siteId}/${way.address}/${startedAt}/capture`);
  const client = way.gateway.replace(/\d+$/, '100');
  const packets: Packet[] = [];
  let at = Date.parse(startedAt);
  let draws = 0;
  const isLost = (): boolean => share(seed, ++draws) * 100 < way.lossRate;
  for (let connection = 0; packets.length < count; connection++) {
    const local = 49_152 + ((seed + connection) % 16_000);
    let [mine, theirs] = [seed + connection * 1000, seed ^ connection];
    const put = (out: boolean, flags: number, data = 0): void => {
      if (packets.length >= count) return;
      const segment = tcp({
        from: out ? client : way.address,
        to: out ? way.address : client,
        source: out ? local : port,
        target: out ? port : local,
        sequence: out ? mine : theirs,
        acknowledged: out ? theirs : mine,
        flags,
        data,
      });
      packets.push({
        at,
        bytes: ethernet(
          ipv4({ from: out ? client : way.address, to: out ? way.address : client, protocol: 6, id: packets.length, payload: segment }),
          out,
        ),
      });
      if (out) mine += data + (flags & SYN ? 1 : 0);
      else theirs += data + (flags & SYN ? 1 : 0);
    };
    const send = (out: boolean, flags: number, data = 0): boolean => {
      for (let wait = AGAIN; packets.length < count; wait *= 2) {
        const before = out ? mine : theirs;
        // what comes back and is lost never reaches the port
        const lost = isLost();
        if (out || !lost) put(out, flags, data);
        if (!lost) return true;
        if (out) mine = before;
        at += wait;
        if (wait > 8 * AGAIN) return false;
      }
      return false;
    };
    if (send(true, SYN)) {
      at += way.latency;
      if (send(false, SYN | ACK)) {
        put(true, ACK);
        send(true, PSH_ACK, 200 + Math.floor(300 * share(seed, ++draws)));
        at += way.latency;
        for (let segments = 1 + Math.floor(6 * share(seed, ++draws)); segments > 0; segments--) {
          send(false, PSH_ACK, SEGMENT);
          at += way.jitter / 4;
          put(true, ACK);
        }
      }
    }
    at += 40 + 400 * share(seed, ++draws);
  }
  return pcap(packets);
}

type Segment = {
  from: string;
  to: string;
  source: number;
  target: number;
  sequence: number;
  acknowledged: number;
  flags: number;
  data: number;
};

function tcp({ from, to, source, target, sequence, acknowledged, flags, data }: Segment): Buffer {
  const segment = Buffer.alloc(20 + data, 0x2e);
  segment.writeUInt16BE(source, 0);
  segment.writeUInt16BE(target, 2);
  segment.writeUInt32BE(sequence >>> 0, 4);
  segment.writeUInt32BE(flags === SYN ? 0 : acknowledged >>> 0, 8);
  segment.writeUInt8(5 << 4, 12);
  segment.writeUInt8(flags, 13);
  segment.writeUInt16BE(64_240, 14);
  segment.writeUInt32BE(0, 16);
  segment.writeUInt16BE(checksum(Buffer.concat([pseudo(from, to, segment.length), segment])), 16);
  return segment;
}

function pseudo(from: string, to: string, length: number): Buffer {
  return Buffer.from([...from.split('.'), ...to.split('.'), 0, 6, length >> 8, length & 0xff].map(Number));
}
