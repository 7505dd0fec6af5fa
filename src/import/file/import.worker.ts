import type { ValidatorsModule } from '#api/model.ts';
import type { SchemaError } from '#domain/causes.ts';
import { decodeText, isText, parseCsv, type Table, withoutNotes } from './parse-csv.ts';
import type { Sheet } from './write-xlsx.ts';
import { WorkbookError } from './zip-guard.ts';

export type Task =
  | { kind: 'parse'; bytes: ArrayBuffer }
  | { kind: 'validate'; url: string; operationId: string; bodies: unknown[] }
  | { kind: 'write'; sheets: Sheet[] };

/** A table, or the name of the reason why there is none. */
export type Parsed = { table: Table } | { refused: 'notText' | WorkbookError['code'] };

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
      return parse(task.bytes);
    case 'write':
      return (await import('./write-xlsx.ts')).xlsxBlob(task.sheets);
    case 'validate': {
      const module: ValidatorsModule = await import(/* @vite-ignore */ task.url);
      const check = module.bodies?.[task.operationId];
      return task.bodies.map((body) => (!check || check(body) ? [] : (check.errors ?? []).slice(0, 50).map(found)));
    }
  }
}

async function parse(bytes: ArrayBuffer): Promise<Parsed> {
  try {
    if (isArchive(bytes)) return { table: withoutNotes(await (await import('./read-xlsx.ts')).readXlsx(bytes)) };
  } catch (error) {
    if (error instanceof WorkbookError) return { refused: error.code };
    throw error;
  }
  if (!isText(bytes)) return { refused: 'notText' };
  return { table: withoutNotes(parseCsv(decodeText(bytes))) };
}

/** A workbook is a ZIP archive. */
function isArchive(bytes: ArrayBuffer): boolean {
  const [p, k] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  return p === 0x50 && k === 0x4b;
}

/** Only what can be sent and is needed for a message. */
function found({ keyword, instancePath, schemaPath, params }: SchemaError): SchemaError {
  return { keyword, instancePath, schemaPath, params };
}
