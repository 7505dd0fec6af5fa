import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliCompressSync, constants } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Answer } from '#server/kernel/handler.ts';
import { callHeaders } from '#server/kernel/http/headers.ts';
import { isLongAnswer, jsonParts } from '#server/kernel/http/json-text.ts';
import { takes } from '#server/kernel/http/model-files.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Answers below it cost more to compress than they save. */
export const WORTH_BYTES = 1024;
/** A page of a list is a twentieth longer than at the usual 4, in two thirds of the time; at 1 it would be a third longer. */
export const brotliOptions = {
  // what a compressed text is cut out of, and keeps: by itself it would be 64 kB, whatever its length
  chunkSize: 8 * 1024,
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
/** Texts up to here are compressed at once; a thread takes longer to begin. */
const PACKED_AT_ONCE = 64 * 1024;

/** What stands in the head of every answer in JSON that is sent as it is, but for its length and its request. */
const plainHead = Object.entries({ ...callHeaders, 'cache-control': 'no-store', 'content-type': JSON_TYPE }).flat();

/** Sends what a call answers, `usual` being its status where it says none. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, usual: number): Promise<FastifyReply> {
  if (sendPlain(request, reply, answer, usual)) return reply;
  const status = answer.status ?? usual;
  void reply.code(status).headers(callHeaders).header('x-request-id', request.id);
  if (answer.etag) void reply.header('etag', answer.etag);
  if (answer.headers) void reply.headers(answer.headers);
  void reply.header('cache-control', 'no-store');
  if (answer.stream) {
    // pulled as the client takes it, and ended when the client goes away
    const parts = Readable.from(answer.stream.parts, { objectMode: false });
    return reply.header('content-disposition', attachment(answer.stream.name)).type(answer.stream.type).send(parts);
  }
  if (answer.file) {
    return reply
      .header('content-disposition', attachment(answer.file.name))
      .type('application/octet-stream')
      .send(Buffer.from(answer.file.bytes));
  }
  if (answer.text === undefined && answer.body === undefined) return reply.send();
  const parts = answer.text === undefined && isLongAnswer(answer.body) ? jsonParts(answer.body) : undefined;
  if (parts && !answer.conditional) return reply.header('content-type', JSON_TYPE).send(Readable.from(parts, { objectMode: false }));
  const text = answer.text ?? (parts ? await joined(parts) : JSON.stringify(answer.body));
  if (answer.conditional) {
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    void reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  return reply.header('content-type', JSON_TYPE).send(text);
}

/** Items and lists are most of what is asked for: they go past what would look whether and how to compress them. */
export function sendPlain({ id, headers }: FastifyRequest, reply: FastifyReply, answer: Answer, usual: number): boolean {
  const { text, etag, status = usual } = answer;
  if (text === undefined || answer.conditional || answer.headers) return false;
  const accepted = headers['accept-encoding'];
  const bytes = Buffer.byteLength(text);
  const isPacked = accepted !== undefined && bytes >= WORTH_BYTES;
  if (isPacked && (bytes > PACKED_AT_ONCE || !takes(accepted, 'br'))) return false;
  reply.hijack();
  const body = isPacked ? packed(text, answer.kept) : text;
  const head = [...plainHead, 'x-request-id', id, 'content-length', String(isPacked ? body.length : bytes)];
  if (isPacked) head.push('content-encoding', 'br', 'vary', 'accept-encoding');
  if (etag !== undefined) head.push('etag', etag);
  reply.raw.writeHead(status, head).end(body);
  return true;
}

function packed(text: string, kept: Answer['kept']): Buffer {
  if (kept?.packed) return kept.packed;
  const made = brotliCompressSync(text, brotliOptions);
  if (kept) kept.packed = made;
  return made;
}

async function joined(parts: AsyncIterable<string>): Promise<string> {
  const all: string[] = [];
  for await (const part of parts) all.push(part);
  return all.join('');
}

function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const whole = encodeURIComponent(name).replaceAll("'", '%27');
  return `attachment; filename="${plain}"${whole === plain ? '' : `; filename*=UTF-8''${whole}`}`;
}
