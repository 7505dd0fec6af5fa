import type { ValidatorsModule } from '#api/model.ts';
import type { SchemaError } from '#domain/causes.ts';

type Task = { url: string; operationId: string; body: unknown };

/** More findings than anybody reads only cost time on the way back. */
const MOST = 2000;

self.onmessage = (event: MessageEvent<Task>) => {
  const [port] = event.ports;
  void validate(event.data).then((errors) => port?.postMessage(errors));
};

async function validate({ url, operationId, body }: Task): Promise<SchemaError[]> {
  const module: ValidatorsModule = await import(/* @vite-ignore */ url);
  const check = module.bodies?.[operationId];
  if (!check || check(body)) return [];
  return (check.errors ?? [])
    .slice(0, MOST)
    .map(({ keyword, instancePath, schemaPath, params }) => ({ keyword, instancePath, schemaPath, params }));
}
