import { isNetwork, parseCidrHost } from '#domain/formats/cidr.ts';
import { networkOf, parseIp } from '#domain/formats/ip.ts';
import { asNumber, asText, texts } from '#domain/json.ts';
import type { Field, Json } from '#domain/model.ts';
import { child, getPointer, joinPointer, parsePointer } from '#domain/pointer.ts';
import { networkText, segmentsOf } from '#domain/rules/segment.ts';
import { selectRows } from '#domain/select.ts';

/** Networks that the document holds in other places than this one. */
export function ownSubnets(field: Field, document: Json, pointer: string): string[] {
  const paths = texts(field.options?.['own']);
  const rows = pathGroups(paths).flatMap((path) => selectRows(document, path));
  const found = rows
    .flatMap((row) => segmentsOf(row))
    .filter(({ cell }) => cell.pointer !== pointer && !cell.pointer.startsWith(`${pointer}/`));
  return [...new Set(found.map(networkText))];
}

/** What is written here as a network: a network, or an address with the mask beside it. */
export function subnetAt(field: Field, document: Json, pointer: string, value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const mask = asText(field.options?.['mask']);
  if (mask === undefined) {
    const network = parseCidrHost(value);
    return isNetwork(network) ? value : undefined;
  }
  const [key, prefix] = [parseIp(value), maskAt(field, document, pointer)];
  const range = key?.startsWith('4') && prefix !== undefined ? networkOf(key, prefix) : undefined;
  const row = range && segmentsOf([{ pointer, value: `${value}/${prefix}` }])[0];
  return row && networkText(row);
}

/** The mask that stands beside the address. */
export function maskAt(field: Field, document: Json, pointer: string): number | undefined {
  const mask = asText(field.options?.['mask']);
  if (mask === undefined) return undefined;
  const owner = getPointer(document, joinPointer('', ...parsePointer(pointer).slice(0, -1)));
  return asNumber(child(owner, mask));
}

/** An address goes with the mask that follows it; everything else stands alone. */
function pathGroups(paths: string[]): string[][] {
  const ownerOf = (path: string): string => path.slice(0, path.lastIndexOf('.'));
  const groups: string[][] = [];
  for (const path of paths) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last && first !== undefined && path.includes('[].') && ownerOf(first) === ownerOf(path)) last.push(path);
    else groups.push([path]);
  }
  return groups;
}
