/** What a device sees of a connection when it looks for a rule; addresses and protocol numbers as the wire writes them. */
export type Packet = {
  source: string;
  destination: string;
  protocol: number;
  /** Of TCP and UDP. */
  srcPort?: number;
  dstPort?: number;
  /** The clock of the site: `2026-03-02T09:30`. */
  at: string;
  /** The site whose device sees it. */
  siteId?: string;
  /** Zones of the interfaces by which it comes and leaves. */
  srcZone?: string;
  dstZone?: string;
  /** What the device knows it as. */
  application?: string;
  categories?: readonly string[];
  /** The host name that the connection asks for. */
  domain?: string;
};

/** Why a rule does not fit, in the order in which a device looks. */
export type Mismatch =
  | 'disabled'
  | 'site'
  | 'srcZone'
  | 'dstZone'
  | 'protocol'
  | 'source'
  | 'destination'
  | 'srcPorts'
  | 'dstPorts'
  | 'application'
  | 'time';
