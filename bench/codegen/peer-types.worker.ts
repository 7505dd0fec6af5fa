import { parentPort, workerData } from 'node:worker_threads';
import openapiTS, { astToString } from 'openapi-typescript';

/** openapi-typescript as anybody runs it. */
const nodes = await openapiTS(String(workerData), { silent: true, alphabetize: false });
parentPort?.postMessage(astToString(nodes));
