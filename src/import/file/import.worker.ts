import type { ValidatorsModule } from '#api/model.ts';
import type { SchemaError } from '#domain/causes.ts';
import { parseFile } from './parse-file.ts';
import type { Sheet } from '#domain/xlsx.ts';

export type Task =
  | { kind: 'parse'; bytes: ArrayBuffer }
  | { kind: 'validate'; url: string; operationId: string; bodies: unknown[] }
  | { kind: 'write'; sheets: Sheet[] };

self.onmessage = ({ data, ports }: MessageEvent<Task>) => {
  const [port] = ports;
  void work(data).then(
    (result) => port?.postMessage({ result }),
    (error: unknown) => port?.postMessage({ error: String(error) }),
  );
};

async function work(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'parse':
      return parseFile(task.bytes);
    case 'write':
      return (await import('#domain/xlsx.ts')).xlsxBlob(task.sheets);
    case 'validate': {
      const module: ValidatorsModule = await import(/* @vite-ignore */ task.url);
      const check = module.bodies?.[task.operationId];
      return task.bodies.map((body) => (!check || check(body) ? [] : (check.errors ?? []).slice(0, 50).map(found)));
    }
  }
}

/** Only what can be sent and is needed for a message. */
function found({ keyword, instancePath, schemaPath, params }: SchemaError): SchemaError {
  return { keyword, instancePath, schemaPath, params };
}
