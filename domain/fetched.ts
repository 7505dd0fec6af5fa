/** Why a call did not come through, as whoever made the connection says it. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}

/** The text of a body. `arrived` is told of each part before it is kept, and throws where that is more than anybody asked for. */
export async function textOf({ body }: Response, arrived: (bytes: number) => void): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  for await (const part of body ?? []) {
    arrived(part.byteLength);
    parts.push(decoder.decode(part, { stream: true }));
  }
  return [...parts, decoder.decode()].join('');
}
