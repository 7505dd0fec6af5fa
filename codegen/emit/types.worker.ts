import { parentPort, workerData } from 'node:worker_threads';
import openapiTS, { astToString } from 'openapi-typescript';

/** The document as TypeScript, beside the main thread: printing types is a third of the pass and needs nothing of the rest. */
const nodes = await openapiTS(String(workerData), { silent: true, alphabetize: false });
parentPort?.postMessage(astToString(nodes));
