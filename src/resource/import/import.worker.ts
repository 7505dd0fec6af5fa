import type { SchemaError, Validate } from '#api/model.ts';
import { decodeText, parseCsv } from './parse-csv.ts';

export type Task = { kind: 'parse'; bytes: ArrayBuffer } | { kind: 'validate'; url: string; operationId: string; bodies: unknown[] };

self.onmessage = ({ data, ports }: MessageEvent<Task>) => {
  const [port] = ports;
  void work(data).then(
    (result) => port?.postMessage({ result }),
    (error: unknown) => port?.postMessage({ error: String(error) }),
  );
};

async function work(task: Task): Promise<unknown> {
  if (task.kind === 'parse') return parseCsv(decodeText(task.bytes));
  const module = (await import(/* @vite-ignore */ task.url)) as { bodies?: Record<string, Validate> };
  const check = module.bodies?.[task.operationId];
  return task.bodies.map((body) => (!check || check(body) ? [] : (check.errors ?? []).slice(0, 50).map(found)));
}

/** Only what can be sent and is needed for a sentence. */
function found({ keyword, instancePath, schemaPath, params }: SchemaError): SchemaError {
  return { keyword, instancePath, schemaPath, params };
}
